import { Button, Group, SegmentedControl, Title } from '@mantine/core'
import { IconArrowLeft, IconCalendarEvent, IconCalendarOff, IconCalendarRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { Paging } from '~/components/Paging'
import { useExistingPage } from '~/components/useExistingPage'
import { AddEventButton } from '~/features/events/AddEventButton'
import classes from '~/features/events/EventListScreen.module.css'
import { LoadingRows } from '~/features/events/EventRow'
import { isAtLimit } from '~/features/events/planLimit'
import { planQuery } from '~/features/events/queries'
import { isTypedHere } from '~/lib/typed'
import { ConsentNote } from './ConsentNote'
import { type CallersGroup, callsRoll, plansEvents, useRegistrant } from './caller'
import { type Card, cardsOf } from './cards'
import { GroupEventRow } from './GroupEventRow'
import { MeetingRow } from './MeetingRow'
import { PlanSeriesModal } from './PlanSeriesModal'
import {
  allComingQuery,
  groupEventQuery,
  PAGE_SIZE,
  pastEventsQuery,
  type RegistrationsOutcome,
  type Series,
  seriesQuery,
} from './queries'
import { RefusedMeetings, RegisterForAll } from './RegisterForAll'
import { SeriesCard } from './SeriesCard'
import { takesOnePress } from './seats'

interface GroupEventsProps extends CallersGroup {
  /** The event to which a notification leads; it is shown instead of the list. */
  event: string | undefined
  /** The address asks for a plan of meetings. */
  isPlanning?: boolean
  /** Called when that plan is closed. */
  onPlanned?: () => void
}

/** The events of a group, for its members: they register with the data of their profile. */
export function GroupEvents({ event, ...list }: GroupEventsProps) {
  const { groupId, role, isArchived } = list
  return event === undefined ? (
    <EventList {...list} />
  ) : (
    <OneEvent key={event} id={event} group={{ groupId, role, isArchived }} />
  )
}

const PERIODS = ['upcoming', 'past'] as const

/** All events of the group, by period. */
function EventList({ isPlanning = false, onPlanned, ...group }: Omit<GroupEventsProps, 'event'>) {
  const { t } = useTranslation()
  const { groupId } = group
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('upcoming')
  const plans = plansEvents(group)
  const [isOpen, setOpen] = useState(() => isPlanning || isTypedHere(`series ${groupId}`))
  const close = () => {
    setOpen(false)
    onPlanned?.()
  }
  return (
    <>
      <Group justify="space-between" mb="md">
        <SegmentedControl
          aria-label={t('groupEvents.period.label')}
          data={PERIODS.map((value) => ({ value, label: t(`groupEvents.period.${value}`) }))}
          value={period}
          onChange={(value) => setPeriod(PERIODS.find((known) => known === value) ?? 'upcoming')}
        />
        {plans && (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconCalendarRepeat size={16} />}
              onClick={() => setOpen(true)}
            >
              {t('groupEvents.series.plan')}
            </Button>
            <AddToGroup groupId={groupId} />
          </Group>
        )}
      </Group>
      {plans && isOpen && <PlanSeriesModal groupId={groupId} onClose={close} />}
      {period === 'upcoming' ? <Coming group={group} /> : <Past group={group} />}
    </>
  )
}

function Coming({ group }: { group: CallersGroup }) {
  const { t } = useTranslation()
  const { groupId } = group
  const [page, setPage] = useState(1)
  const [outcome, setOutcome] = useState<RegistrationsOutcome | null>(null)
  const { data: coming, error, refetch } = useQuery(allComingQuery(groupId))
  const led = useQuery({ ...seriesQuery(groupId), enabled: callsRoll(group) })
  const cards = coming && cardsOf(coming.items, coming.series)
  const total = cards?.length ?? 0
  useExistingPage({ data: cards && { total }, isPlaceholderData: false }, page, PAGE_SIZE, setPage)
  return (
    <>
      {outcome && <RefusedMeetings outcome={outcome} onClose={() => setOutcome(null)} />}
      {led.error && !led.data && <ErrorState error={led.error} onRetry={() => void led.refetch()} />}
      {!coming || !cards ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows />
        )
      ) : total > 0 ? (
        <>
          <Cards
            group={group}
            cards={cards.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
            label={t('groupEvents.period.upcoming')}
            led={led.data}
            onRefused={setOutcome}
          />
          <Paging page={page} size={PAGE_SIZE} total={total} onChange={setPage} />
          <ConsentNote group={group} events={coming.items} consent={coming.consent.text} />
        </>
      ) : (
        <EmptyState
          icon={IconCalendarEvent}
          title={t('groupEvents.empty.upcoming')}
          description={t(plansEvents(group) ? 'groupEvents.empty.lead' : 'groupEvents.empty.wait')}
          order={2}
        />
      )}
    </>
  )
}

function Past({ group }: { group: CallersGroup }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const past = useQuery(pastEventsQuery(group.groupId, page))
  useExistingPage(past, page, PAGE_SIZE, setPage)
  if (past.data === undefined && past.error)
    return <ErrorState error={past.error} onRetry={() => void past.refetch()} />
  if (past.data === undefined) return <LoadingRows />
  const { items, series, total } = past.data
  if (total === 0)
    return <EmptyState icon={IconCalendarEvent} title={t('groupEvents.empty.past')} order={2} />
  return (
    <>
      <Cards
        group={group}
        cards={cardsOf(items, series)}
        label={t('groupEvents.period.past')}
        isOld={past.isPlaceholderData}
      />
      <Paging page={page} size={PAGE_SIZE} total={total} onChange={setPage} />
    </>
  )
}

interface CardsProps {
  group: CallersGroup
  cards: readonly Card[]
  label: string
  /** The series of which meetings are to come, for leaders. */
  led?: readonly Series[]
  onRefused?: (outcome: RegistrationsOutcome) => void
  /** The rows of another page are on the way. */
  isOld?: boolean
}

function Cards({ group, cards, label, led, onRefused, isOld = false }: CardsProps) {
  const registrant = useRegistrant(group)
  return (
    <ul className={classes.rows} aria-label={label} data-old={isOld || undefined}>
      {cards.map((card) =>
        'event' in card ? (
          <GroupEventRow key={card.id} event={card.event} group={group} registrant={registrant} />
        ) : (
          <SeriesCard
            key={card.id}
            card={card}
            group={group}
            registrant={registrant}
            led={led?.find(({ id }) => id === card.id)}
            onRefused={onRefused}
          />
        ),
      )}
    </ul>
  )
}

/** One event, and below it the other coming meetings of its series. */
function OneEvent({ id, group }: { id: string; group: CallersGroup }) {
  const { t } = useTranslation()
  const { groupId } = group
  const { data: shown, error, refetch } = useQuery(groupEventQuery(groupId, id))
  const event = shown?.items[0]
  const series = event?.seriesId
  const all = useQuery({ ...allComingQuery(groupId), enabled: Boolean(series) })
  const coming = series ? (all.data?.items.filter(({ seriesId }) => seriesId === series) ?? []) : []
  const others = coming.filter((meeting) => meeting.id !== id)
  const [outcome, setOutcome] = useState<RegistrationsOutcome | null>(null)
  const registrant = useRegistrant(group)
  const open = coming.filter((meeting) => takesOnePress(meeting, registrant))
  return (
    <>
      <Button
        mb="md"
        variant="default"
        leftSection={<IconArrowLeft size={18} />}
        renderRoot={(props) => (
          <Link {...props} to="/my-group/$groupId" params={{ groupId }} search={{ tab: 'events' }} />
        )}
      >
        {t('groupEvents.all')}
      </Button>
      {outcome && <RefusedMeetings outcome={outcome} onClose={() => setOutcome(null)} />}
      {shown && event ? (
        <>
          <ul className={classes.rows} aria-label={event.title}>
            <GroupEventRow event={event} group={group} registrant={registrant} />
          </ul>
          {others.length > 0 && (
            <>
              <Group justify="space-between" mt="xl" mb="md">
                <Title order={2} fz="lg">
                  {t('groupEvents.others')}
                </Title>
                {registrant && open.length > 1 && (
                  <RegisterForAll meetings={open} registrant={registrant} onRefused={setOutcome} />
                )}
              </Group>
              <ul className={classes.rows} style={{ gap: 0 }} aria-label={t('groupEvents.others')}>
                {others.map((meeting) => (
                  <MeetingRow
                    key={meeting.id}
                    event={meeting}
                    group={group}
                    registrant={registrant}
                    usual={event}
                  />
                ))}
              </ul>
            </>
          )}
          <ConsentNote group={group} events={[event, ...others]} consent={shown.consent.text} />
        </>
      ) : shown ? (
        <EmptyState
          icon={IconCalendarOff}
          title={t('groupEvents.gone.title')}
          description={t('groupEvents.gone.description')}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows />
      )}
    </>
  )
}

function AddToGroup({ groupId }: { groupId: string }) {
  const { t } = useTranslation()
  const plan = useQuery(planQuery).data
  return (
    <AddEventButton
      label={t('groupEvents.add')}
      disabled={plan !== undefined && isAtLimit(plan)}
      groupId={groupId}
    />
  )
}
