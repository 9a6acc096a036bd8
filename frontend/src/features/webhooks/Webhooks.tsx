import { Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { isTypedHere } from '~/lib/typed'
import { type Scope, type Webhook, webhooksQuery } from './queries'
import { SecretModal } from './SecretModal'
import { WebhookCard } from './WebhookCard'
import { WebhookModal } from './WebhookModal'

/** The addresses to which changes of an event or group are sent. */
export function Webhooks({ scope }: { scope: Scope }) {
  const { t } = useTranslation()
  const hooks = useQuery(webhooksQuery(scope))
  const [edited, setEdited] = useState<Webhook | 'new' | undefined>(() =>
    isTypedHere('webhook ') ? 'new' : undefined,
  )
  const [secret, setSecret] = useState<string>()
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t('webhooks.add')}
    </Button>
  )
  if (!hooks.data)
    return hooks.error ? (
      <ErrorState error={hooks.error} onRetry={() => void hooks.refetch()} />
    ) : (
      <Skeleton height={160} radius="md" />
    )
  return (
    <section aria-label={t('webhooks.title')}>
      {hooks.data.length === 0 ? (
        <EmptyState
          icon={IconWebhook}
          title={t('webhooks.none')}
          description={t('eventId' in scope ? 'webhooks.noneText' : 'webhooks.noneTextGroup')}
        >
          {add}
        </EmptyState>
      ) : (
        <>
          <Group justify="space-between" mb="md">
            <Title order={2} fz="lg">
              {t('webhooks.title')}
            </Title>
            {add}
          </Group>
          <Stack component="ul" gap="md" p={0} m={0}>
            {hooks.data.map((hook) => (
              <WebhookCard
                key={hook.id}
                scope={scope}
                hook={hook}
                onEdit={() => setEdited(hook)}
                onSecret={setSecret}
              />
            ))}
          </Stack>
        </>
      )}
      {edited && (
        <WebhookModal
          key={edited === 'new' ? edited : edited.id}
          scope={scope}
          hook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSecret={setSecret}
        />
      )}
      {secret && <SecretModal secret={secret} onClose={() => setSecret(undefined)} />}
    </section>
  )
}
