import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { formatMoney } from '~/lib/numbers'
import classes from './Money.module.css'
import { type BankDelivery, deliveriesQuery, refreshMoney } from './queries'

/** Deliveries that are shown. */
const SHOWN = 10

/** The latest deliveries of the service, and what was read from them. */
export function Deliveries({ accountId }: { accountId: string }) {
  const { t } = useTranslation()
  const deliveries = useQuery(deliveriesQuery(accountId))
  if (!deliveries.data) {
    if (deliveries.error)
      return <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
    return <Skeleton height={48} />
  }
  if (deliveries.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('money.deliveries.none')}
      </Text>
    )
  }
  return (
    <ul className={classes.deliveries}>
      {deliveries.data.slice(0, SHOWN).map((delivery) => (
        <DeliveryRow key={delivery.id} accountId={accountId} delivery={delivery} />
      ))}
    </ul>
  )
}

function DeliveryRow({ accountId, delivery }: { accountId: string; delivery: BankDelivery }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, receivedAt, isTest, body } = delivery
  const replay = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/bank-accounts/{id}/deliveries/{deliveryId}/replay', {
          params: { path: { id: accountId, deliveryId: id } },
        }),
      ),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      return refreshMoney(queryClient)
    },
  })
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <div className={classes.words}>
          <Text size="sm" c={delivery.problem ? 'red' : undefined}>
            {useUnderstood(delivery)}
          </Text>
          <Text size="xs" c="dimmed">
            {[formatDateTime(receivedAt), ...(isTest ? [t('money.deliveries.test')] : [])].join(' · ')}
          </Text>
        </div>
        {!isTest && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={replay.isPending}
            onClick={() => replay.mutate()}
          >
            {t('money.deliveries.replay')}
          </Button>
        )}
      </Group>
      <details className={classes.raw}>
        <summary>{t('money.deliveries.show')}</summary>
        <div className={classes.address}>{body}</div>
      </details>
    </li>
  )
}

function useUnderstood({ workedAt, problem, transfers, outgoing }: BankDelivery): string {
  const { t } = useTranslation()
  if (!workedAt) return t('money.deliveries.waits')
  if (problem) return problem
  if (transfers.length === 0)
    return t(outgoing > 0 ? 'money.deliveries.outgoing' : 'money.deliveries.nothing')
  return transfers
    .map(({ amount, content, state }) =>
      [formatMoney(amount), content, ...(state ? [t(`money.transferState.${state}`)] : [])].join(' · '),
    )
    .join('; ')
}
