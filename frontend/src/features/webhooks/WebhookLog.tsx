import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { LoadMore } from '~/components/LoadMore'
import { toast } from '~/components/toast'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { answerInWords } from './answerInWords'
import {
  deliveriesQuery,
  refreshWebhooks,
  replayDelivery,
  type Scope,
  type Webhook,
  type WebhookDelivery,
  type WebhookKind,
} from './queries'
import classes from './Webhooks.module.css'

interface WebhookLogProps {
  scope: Scope
  hook: Webhook
}

/** The latest deliveries of a webhook, and their answers. */
export function WebhookLog({ scope, hook }: WebhookLogProps) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(deliveriesQuery(scope, hook.id))
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton height={48} />
    )
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('webhooks.log.none')}
      </Text>
    )
  return (
    <div>
      <ul className={classes.log} aria-label={t('webhooks.log.title')}>
        {items.map((delivery) => (
          <DeliveryRow key={delivery.id} scope={scope} hook={hook} delivery={delivery} />
        ))}
      </ul>
      <LoadMore list={list} label={t('webhooks.log.more')} />
    </div>
  )
}

function DeliveryRow({ scope, hook, delivery }: WebhookLogProps & { delivery: WebhookDelivery }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, kind, createdAt, givenUpAt, payload, answer } = delivery
  const isWaiting = !delivery.deliveredAt && !givenUpAt
  const replay = useMutation({
    mutationFn: () => replayDelivery(scope, hook.id, id),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      return refreshWebhooks(queryClient, scope)
    },
  })
  return (
    <li>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <div className={classes.words}>
          <Text size="sm" c={givenUpAt ? 'red' : undefined}>
            {t(`webhooks.kind.${kind as WebhookKind}`)} · {stateInWords(t, delivery)}
          </Text>
          <Text size="xs" c="dimmed">
            {formatDateTime(createdAt)}
          </Text>
        </div>
        {!isWaiting && !hook.offReason && (
          <Button
            size="compact-sm"
            variant="subtle"
            flex="none"
            loading={replay.isPending}
            onClick={() => replay.mutate()}
          >
            {t('webhooks.replay')}
          </Button>
        )}
      </Group>
      <details>
        <summary>{t('webhooks.log.content')}</summary>
        <pre className={classes.code}>{payload}</pre>
        {answer && (
          <>
            <Text size="xs" c="dimmed" mt={4}>
              {t('webhooks.log.answer')}
            </Text>
            <pre className={classes.code}>{answer}</pre>
          </>
        )}
      </details>
    </li>
  )
}

function stateInWords(t: TFunction, delivery: WebhookDelivery): string {
  const { attempts, deliveredAt, givenUpAt } = delivery
  const answer = answerInWords(t, delivery)
  if (deliveredAt) return answer
  if (givenUpAt) return t('webhooks.log.givenUp', { answer })
  return attempts === 0
    ? t('webhooks.log.waits')
    : t('webhooks.log.repeats', { answer, number: formatNumber(attempts) })
}
