import { Anchor, Button, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { CopyButton } from '~/components/CopyButton'
import { DialogButtons } from '~/components/DialogButtons'
import classes from '~/components/dividedList.module.css'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { FormModal } from '~/components/FormModal'
import { Pill } from '~/components/Pill'
import { answer, api } from '~/lib/api'
import { formatDate, formatDateTime } from '~/lib/dates'
import { focusOnMount } from '~/lib/focusOnMount'
import { isTypedHere } from '~/lib/typed'
import { ApiKeyForm } from './ApiKeyForm'
import keyClasses from './ApiKeys.module.css'
import { nameOfRight } from './apiKeys'
import { PasswordForm } from './PasswordForm'
import { apiKeysQuery } from './queries'

type Schemas = components['schemas']

/** Lists the account's keys of the API, makes new ones and revokes them. */
export function ApiKeys() {
  const { t } = useTranslation()
  const keys = useQuery(apiKeysQuery)
  const [isMaking, setMaking] = useState(() => isTypedHere('api key'))
  const [made, setMade] = useState<Schemas['MadeApiKey']>()
  const [isAsked, setAsked] = useState(false)
  /** The key to be revoked. It stays while the question closes. */
  const [chosen, setChosen] = useState<Schemas['ApiKey']>()
  const close = () => setMaking(false)
  if (keys.error && !keys.data) {
    return <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
  }
  const makeButton = (
    <Button
      variant="default"
      leftSection={<IconKey size={18} aria-hidden />}
      onClick={() => {
        setMade(undefined)
        setMaking(true)
      }}
    >
      {t('profile.keys.make')}
    </Button>
  )
  return (
    <Stack maw={880}>
      <Title order={2}>{t('profile.keys.title')}</Title>
      <Text>
        {t('profile.keys.intro')}{' '}
        <Anchor href="/api/docs" target="_blank" underline="always">
          {t('profile.keys.docs')}
        </Anchor>
      </Text>
      {!keys.data && <Skeleton height={96} radius="md" />}
      {keys.data?.length === 0 && (
        <EmptyState icon={IconKey} title={t('profile.keys.none')} order={3}>
          {makeButton}
        </EmptyState>
      )}
      {keys.data && keys.data.length > 0 && (
        <>
          <ul className={classes.list} aria-label={t('profile.keys.list')}>
            {keys.data.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                onRevoke={() => {
                  setChosen(key)
                  setAsked(true)
                }}
              />
            ))}
          </ul>
          <Group>{makeButton}</Group>
        </>
      )}
      <FormModal
        opened={isMaking}
        onClose={close}
        onExitTransitionEnd={() => setMade(undefined)}
        title={made ? t('profile.keys.made', { name: made.name }) : t('profile.keys.new')}
        // Nothing brings a key back, so only the button leaves it.
        {...(made && { withCloseButton: false, closeOnClickOutside: false, onKeyDown: undefined })}
      >
        {made ? <MadeKey made={made} onDone={close} /> : <ApiKeyForm onMade={setMade} onCancel={close} />}
      </FormModal>
      <FormModal opened={isAsked} onClose={() => setAsked(false)} title={t('profile.keys.revokeAsk')}>
        {chosen && (
          <PasswordForm
            text={t('profile.keys.revokeText', { name: chosen.name })}
            action={t('profile.keys.revoke')}
            send={(body) =>
              answer(api.DELETE('/users/me/api-keys/{id}', { params: { path: { id: chosen.id } }, body }))
            }
            list={apiKeysQuery}
            onClose={() => setAsked(false)}
          />
        )}
      </FormModal>
    </Stack>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: Schemas['ApiKey']; onRevoke: () => void }) {
  const { t } = useTranslation()
  const { name, shown, rights, events, expiresAt, isExpired, lastUsedAt } = apiKey
  const titles = events?.map(({ title }) => title).join(', ')
  const facts = [
    expiresAt ? t('profile.keys.expires', { time: formatDate(expiresAt) }) : t('profile.keys.endless'),
    lastUsedAt ? t('profile.keys.used', { time: formatDateTime(lastUsedAt) }) : t('profile.keys.unused'),
  ]
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} flex="1 1 240px" miw={0}>
          <Group gap="xs">
            <Text fw={500}>{name}</Text>
            <Code>{shown}…</Code>
            {isExpired && <Pill color="red">{t('profile.keys.expired')}</Pill>}
          </Group>
          <Text size="sm">{rights.map((right) => t(nameOfRight(right))).join(' · ')}</Text>
          <Text size="sm" c="dimmed">
            {events ? titles || t('profile.keys.noEvents') : t('profile.keys.allEvents')}
          </Text>
          <Text size="sm" c="dimmed">
            {facts.join(' · ')}
          </Text>
        </Stack>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={t('profile.keys.revokeThis', { name })}
          onClick={onRevoke}
        >
          {t('profile.keys.revoke')}
        </Button>
      </Group>
    </li>
  )
}

/** The key itself; the server stores only its hash, so it cannot be shown again. */
function MadeKey({ made, onDone }: { made: Schemas['MadeApiKey']; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Text ref={focusOnMount} tabIndex={-1}>
        {t('profile.keys.once')}
      </Text>
      <Code block role="group" aria-label={t('profile.keys.secret')} className={keyClasses.secret}>
        {made.secret}
      </Code>
      <Group>
        <CopyButton value={made.secret} />
      </Group>
      <Text size="sm" c="dimmed">
        {t('profile.keys.use')}
      </Text>
      <Code block className={keyClasses.secret}>
        Authorization: Bearer {made.shown}…
      </Code>
      <DialogButtons>
        <Button onClick={onDone}>{t('profile.keys.kept')}</Button>
      </DialogButtons>
    </Stack>
  )
}
