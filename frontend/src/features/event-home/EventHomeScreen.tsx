import { Alert, Skeleton } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { useNow } from '~/components/useNow'
import { EventHeader } from '~/features/events/EventHeader'
import { EventMenu } from '~/features/events/EventMenu'
import { hasRight } from '~/features/events/eventRights'
import { LetterModal, ShareModal } from '~/features/events/lateDialogs'
import { isAtLimit } from '~/features/events/planLimit'
import { type Event, eventQuery, planQuery } from '~/features/events/queries'
import { FigureChart } from '~/features/statistics/FigureChart'
import { type Figure, Figures } from '~/features/statistics/Figures'
import { PeriodSwitch } from '~/features/statistics/PeriodSwitch'
import { EVENT_METRICS, type StatisticsSearchProps } from '~/features/statistics/search'
import { ArrivalPlot } from './ArrivalPlot'
import { ClassBars } from './ClassBars'
import { Doors } from './Doors'
import { EventHero } from './EventHero'
import classes from './EventHome.module.css'
import { faceOf } from './face'
import { LatestArrivals } from './LatestArrivals'
import { MissingVips } from './MissingVips'
import { RetentionPanel } from './RetentionPanel'
import { TodoList } from './TodoList'

const MINUTE = 60_000

interface EventHomeScreenProps extends StatisticsSearchProps {
  eventId: string
  /** The event has just been published. */
  isPublished?: boolean
  /** The letter about the event's last change is open. */
  isLetterOpen?: boolean
  /** The address leads to the panel about the retention of the participants' data. */
  isRetentionMarked?: boolean
  /** Called when either was closed. */
  onSeen?: () => void
}

/** The home of an event: its details, its figures, and its tasks. */
export function EventHomeScreen(props: EventHomeScreenProps) {
  const { eventId, search, onSearch, isPublished = false, isLetterOpen = false, isRetentionMarked } = props
  const { onSeen = () => undefined } = props
  const { t } = useTranslation()
  // The status and the countdown change with time while the page is open.
  const event = useQuery({ ...eventQuery(eventId), refetchInterval: MINUTE })
  // Known from the list of events, and not worth a request: the form of a new event says it, too.
  const plan = useQuery({ ...planQuery, enabled: false }).data
  const now = useNow()
  if (!event.data) {
    return (
      <>
        <PageHeader title={t('shell.event.overview')} />
        {event.error ? (
          <ErrorState error={event.error} onRetry={() => void event.refetch()} />
        ) : (
          <div role="status" aria-label={t('common.table.loading')}>
            <Skeleton height={400} />
          </div>
        )}
      </>
    )
  }
  const { isCancelled, cancelReason, tickets } = event.data
  const face = isCancelled ? undefined : faceOf(event.data, now)
  const { period = 'week' } = search
  const metric = EVENT_METRICS.find((known) => known === search.metric) ?? 'participants'
  return (
    <>
      <EventHeader event={event.data} entry="overview">
        <EventMenu event={event.data} atLimit={plan !== undefined && isAtLimit(plan)} isOnHome />
      </EventHeader>
      {isCancelled && (
        <Alert color="red" variant="light" icon={<IconBan />} mb="lg" title={t('events.cancelled.title')}>
          {cancelReason ? t('events.cancelled.reason', { reason: cancelReason }) : null}
        </Alert>
      )}
      <EventHero event={event.data} face={face} />
      <ShareModal event={event.data} opened={isPublished} onClose={onSeen} isNew />
      <LetterModal eventId={eventId} opened={isLetterOpen} onClose={onSeen} />
      <Figures figures={figuresOf(event.data)} period={period} eventId={eventId} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {face === 'tonight' && <ArrivalPlot eventId={eventId} />}
          {!isCancelled && <TodoList event={event.data} />}
          <section className={classes.chart}>
            <PeriodSwitch period={period} onChange={(next) => onSearch({ ...search, period: next })} />
            <FigureChart
              metrics={EVENT_METRICS}
              metric={metric}
              period={period}
              eventId={eventId}
              onMetric={(next) => onSearch({ ...search, metric: next })}
            />
          </section>
        </div>
        <div className={classes.aside}>
          {face === 'tonight' && hasRight(event.data, 'door') && <Doors event={event.data} />}
          {face === 'tonight' && hasRight(event.data, 'guests') && <MissingVips eventId={eventId} />}
          {face !== 'after' && hasRight(event.data, 'guests') && <LatestArrivals eventId={eventId} />}
          {tickets.length > 0 && <ClassBars event={event.data} />}
          {hasRight(event.data, 'personalData') && (
            <RetentionPanel eventId={eventId} isMarked={isRetentionMarked} />
          )}
        </div>
      </div>
    </>
  )
}

function figuresOf({ id: eventId, totalParticipants }: Event): readonly Figure[] {
  const guests = { to: '/participant-management/$eventId/$', params: { eventId } } as const
  const home = { to: '/event-management/$eventId', params: { eventId } } as const
  return [
    { name: 'participants', link: guests, whole: () => totalParticipants },
    {
      name: 'moneyReceived',
      link: { ...guests, search: { payment: 'unpaid' } },
      whole: ({ moneyReceived, moneyDue }) => moneyReceived + moneyDue,
    },
    {
      name: 'checkedIn',
      link: { ...guests, search: { checkin: 'in' } },
      whole: ({ participants }) => participants,
    },
    { name: 'visits', link: { ...home, search: { metric: 'visits' } } },
  ]
}
