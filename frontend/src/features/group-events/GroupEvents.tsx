import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconCalendarEvent, IconCalendarOff, IconCalendarRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { Paging } from '~/components/Paging'
import { useExistingPage } from '~/components/useExistingPage'
import { meQuery } from '~/features/accounts/queries'
import { AddEventButton } from '~/features/events/AddEventButton'
import classes from '~/features/events/EventListScreen.module.css'
import { LoadingRows } from '~/features/events/EventRow'
import { isAtLimit } from '~/features/events/planLimit'
import { planQuery } from '~/features/events/queries'
import { isTypedHere } from '~/lib/typed'
import { GroupEventRow, hasSeats } from './GroupEventRow'
import { PlanSeriesModal } from './PlanSeriesModal'
import {
  allComingQuery,
  type GroupEvent,
  groupEventQuery,
  groupEventsQuery,
  needsOnly,
  PAGE_SIZE,
  type Period,
  type Registrant,
  type RegistrationsOutcome,
  registrantOf,
} from './queries'
import { RefusedMeetings, RegisterForSeries } from './RegisterForSeries'
import { SeriesList } from './SeriesList'

interface CallersGroup {
  groupId: string
  /** The caller's role; null for administrators, who are members of no group. */
  role: components['schemas']['GroupRole'] | null
  /** The page offers no registration, and no event can be added. */
  isArchived: boolean
}

interface GroupEventsProps extends CallersGroup {
  /** The event to which a notification leads; it is shown instead of the list. */
  event: string | undefined
}

/** The events of a group, for its members: they register with the data of their profile. */
export function GroupEvents({ event, ...group }: GroupEventsProps) {
  return event === undefined ? <EventList {...group} /> : <OneEvent key={event} id={event} {...group} />
}

const PERIODS = ['upcoming', 'past'] as const satisfies readonly Period[]

/** All events of the group, by period and page. */
function EventList(group: CallersGroup) {
  const { t } = useTranslation()
  const { groupId, role, isArchived } = group
  const [period, setPeriod] = useState<Period>('upcoming')
  const [page, setPage] = useState(1)
  const events = useQuery(groupEventsQuery(groupId, period, page))
  const hasMore = period === 'upcoming' && (events.data?.total ?? 0) > PAGE_SIZE
  const all = useQuery({ ...allComingQuery(groupId), enabled: hasMore })
  const leads = !isArchived && (role === 'owner' || role === 'manager')
  const [isPlanning, setPlanning] = useState(() => isTypedHere(`series ${groupId}`))
  const [outcome, setOutcome] = useState<RegistrationsOutcome | null>(null)
  const registrant = useRegistrant(group)
  useExistingPage(events, page, PAGE_SIZE, setPage)
  return (
    <>
      <Group justify="space-between" mb="md">
        <SegmentedControl
          aria-label={t('groupEvents.period.label')}
          data={PERIODS.map((value) => ({ value, label: t(`groupEvents.period.${value}`) }))}
          value={period}
          onChange={(value) => {
            setPeriod(PERIODS.find((known) => known === value) ?? 'upcoming')
            setPage(1)
          }}
        />
        {leads && (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconCalendarRepeat size={16} />}
              onClick={() => setPlanning(true)}
            >
              {t('groupEvents.series.plan')}
            </Button>
            <AddToGroup groupId={groupId} />
          </Group>
        )}
      </Group>
      {isPlanning && <PlanSeriesModal groupId={groupId} onClose={() => setPlanning(false)} />}
      {role !== 'member' && period === 'upcoming' && <SeriesList groupId={groupId} isArchived={isArchived} />}
      {outcome && <RefusedMeetings outcome={outcome} onClose={() => setOutcome(null)} />}
      {events.data === undefined && events.error ? (
        <ErrorState error={events.error} onRetry={() => void events.refetch()} />
      ) : events.data === undefined ? (
        <LoadingRows />
      ) : events.data.total > 0 ? (
        <>
          {registrant && period === 'upcoming' && (
            <RegisterForSeries
              coming={hasMore ? (all.data ?? []) : events.data.items}
              registrant={registrant}
              onRefused={setOutcome}
            />
          )}
          <EventRows
            group={group}
            items={events.data.items}
            label={t(`groupEvents.period.${period}`)}
            isOld={events.isPlaceholderData}
          />
          <Paging page={page} size={PAGE_SIZE} total={events.data.total} onChange={setPage} />
          <ConsentNote group={group} items={events.data.items} consent={events.data.consent.text} />
        </>
      ) : (
        <EmptyState
          icon={IconCalendarEvent}
          title={t(`groupEvents.empty.${period}`)}
          description={
            period === 'upcoming' && t(leads ? 'groupEvents.empty.lead' : 'groupEvents.empty.wait')
          }
          order={2}
        />
      )}
    </>
  )
}

/** One event, and below it the other coming meetings of its series. */
function OneEvent({ id, ...group }: CallersGroup & { id: string }) {
  const { t } = useTranslation()
  const { groupId } = group
  const { data: shown, error, refetch } = useQuery(groupEventQuery(groupId, id))
  const event = shown?.items[0]
  const series = event?.seriesId
  const all = useQuery({ ...allComingQuery(groupId), enabled: Boolean(series) })
  const coming = series ? (all.data ?? []).filter(({ seriesId }) => seriesId === series) : []
  const others = coming.filter((meeting) => meeting.id !== id)
  const [outcome, setOutcome] = useState<RegistrationsOutcome | null>(null)
  const registrant = useRegistrant(group)
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
          <EventRows group={group} items={[event]} label={event.title} />
          {others.length > 0 && (
            <>
              <Title order={2} fz="lg" mt="xl" mb="md">
                {t('groupEvents.others')}
              </Title>
              {registrant && (
                <RegisterForSeries coming={coming} registrant={registrant} onRefused={setOutcome} />
              )}
              <EventRows group={group} items={others} label={t('groupEvents.others')} />
            </>
          )}
          <ConsentNote group={group} items={[event, ...others]} consent={shown.consent.text} />
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

interface EventRowsProps {
  group: CallersGroup
  items: GroupEvent[]
  label: string
  /** The rows of another page are on the way. */
  isOld?: boolean
}

function EventRows({ group, items, label, isOld = false }: EventRowsProps) {
  const { groupId, role } = group
  const registrant = useRegistrant(group)
  return (
    <ul className={classes.rows} aria-label={label} data-old={isOld || undefined}>
      {items.map((event) => (
        <GroupEventRow
          key={event.id}
          event={event}
          registers={canRegister(group)}
          registrant={registrant && needsOnly(registrant, event) ? registrant : null}
          groupId={role === 'member' ? undefined : groupId}
        />
      ))}
    </ul>
  )
}

interface ConsentNoteProps extends Pick<EventRowsProps, 'group' | 'items'> {
  consent: string
}

/** The declaration that a press on "Register" makes; nothing where no row has that button. */
function ConsentNote({ group, items, consent }: ConsentNoteProps) {
  const { t } = useTranslation()
  const registrant = useRegistrant(group)
  const registersHere = (event: GroupEvent) =>
    registrant !== undefined && !event.registration && hasSeats(event) && needsOnly(registrant, event)
  return (
    items.some(registersHere) && (
      <Text size="sm" c="dimmed" mt="md">
        {t('groupEvents.consent', { consent })}
      </Text>
    )
  )
}

const canRegister = ({ role, isArchived }: CallersGroup) => !isArchived && role !== null

/** The data that the caller registers with; undefined while it loads, and for callers who do not register from here. */
function useRegistrant(group: CallersGroup): Registrant | undefined {
  const enabled = canRegister(group)
  const { data } = useQuery({ ...meQuery, enabled, select: registrantOf })
  return enabled ? data : undefined
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
