import { Button, Skeleton, Text } from '@mantine/core'
import { IconCopy, IconFileTypePdf, IconMailHeart } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { ErrorState } from '~/components/ErrorState'
import { hasRight } from '~/features/events/eventRights'
import { isAtLimit } from '~/features/events/planLimit'
import { type Event, planQuery } from '~/features/events/queries'
import { type EventMoney, eventMoneyQuery } from '~/features/money/queries'
import { type Overview, overviewQuery } from '~/features/statistics/queries'
import { downloadFile } from '~/lib/download'
import { formatCompact, formatNumber } from '~/lib/numbers'
import classes from './Evening.module.css'

/** How the event went in one sentence, and what an organiser does then. */
export function Afterwards({ event }: { event: Event }) {
  const { t } = useTranslation()
  const seesMoney = hasRight(event, 'money')
  const overview = useQuery(overviewQuery('week', event.id))
  const money = useQuery({ ...eventMoneyQuery(event.id), enabled: seesMoney })
  const plan = useQuery(planQuery).data
  const report = useMutation({ mutationFn: () => downloadFile(`/event/${event.id}/report`) })
  const failed = [overview, money].find((query) => query.error && !query.data)
  return (
    <div className={classes.summary}>
      {failed?.error ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : overview.data && (money.data || !seesMoney) ? (
        <Sentence event={event} overview={overview.data} money={money.data} />
      ) : (
        <Skeleton height={32} />
      )}
      <div className={classes.buttons}>
        {hasRight(event, 'messages') && (
          <Button
            leftSection={<IconMailHeart size={16} />}
            renderRoot={(props) => (
              <Link
                to="/participant-management/$eventId/messages"
                params={{ eventId: event.id }}
                search={{ message: 'new', start: 'thanks' }}
                {...props}
              />
            )}
          >
            {t('eventHome.after.thank')}
          </Button>
        )}
        {seesMoney && (
          <Button
            variant="default"
            leftSection={<IconFileTypePdf size={16} />}
            loading={report.isPending}
            onClick={() => report.mutate()}
          >
            {t('eventHome.after.report')}
          </Button>
        )}
        <DisabledWithReason reason={plan && isAtLimit(plan) ? t('common.atLimit') : undefined}>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} />}
            renderRoot={(props) => (
              <Link to="/event-management/add-new" search={{ from: event.id }} {...props} />
            )}
          >
            {t('eventHome.after.copy')}
          </Button>
        </DisabledWithReason>
      </div>
    </div>
  )
}

interface SentenceProps {
  event: Event
  overview: Overview
  /** Absent where the reader may not see it. */
  money: EventMoney | undefined
}

/** `182 of 200 people came (91%), ₫48.2M received, 3 people still owe, 1 payment to refund.` */
function Sentence({ event, overview, money }: SentenceProps) {
  const { t } = useTranslation()
  const { participants, checkedIn } = overview
  const toMoney = (words: string) => (
    <Link to="/event-management/$eventId/money" params={{ eventId: event.id }}>
      {words}
    </Link>
  )
  const parts: ReactNode[] = [
    t('eventHome.after.came', {
      count: participants,
      came: formatNumber(checkedIn),
      number: formatNumber(participants),
      share: formatNumber(Math.round((checkedIn / Math.max(participants, 1)) * 100)),
    }),
  ]
  if (money && money.received.count > 0) {
    // Without the sign of the currency: a sentence in Vietnamese says the word.
    parts.push(t('eventHome.after.received', { sum: formatCompact(money.received.amount) }))
  }
  for (const kind of ['due', 'refunds'] as const) {
    const count = money?.[kind].count ?? 0
    if (count > 0) parts.push(toMoney(t(`eventHome.after.${kind}`, { count, number: formatNumber(count) })))
  }
  return (
    <Text component="p" fz="xl" fw={600}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their order
        <Fragment key={at}>
          {at > 0 && ', '}
          {part}
        </Fragment>
      ))}
      .
    </Text>
  )
}
