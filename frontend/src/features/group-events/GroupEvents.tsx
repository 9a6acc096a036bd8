import { Button, Group, SegmentedControl, Text } from '@mantine/core'
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
import { GroupEventRow, hasSeats } from './GroupEventRow'
import { PlanSeriesModal } from './PlanSeriesModal'
import {
  groupEventQuery,
  groupEventsQuery,
  needsOnly,
  PAGE_SIZE,
  type Period,
  type RegistrationsOutcome,
  registrantOf,
} from './queries'
import { RefusedMeetings, RegisterForSeries } from './RegisterForSeries'
import { SeriesList } from './SeriesList'

interface OfGroup {
  groupId: string
  /** The caller's role; null for administrators, who are members of no group. */
  role: components['schemas']['GroupRole'] | null
  /** Nobody registers from here, and no event is added. */
  isArchived: boolean
}

interface GroupEventsProps extends OfGroup {
  /** The event to which a notification leads, which is shown alone. */
  event: string | undefined
}

/** The events of a group, for its members: they register with what their profile holds. */
export function GroupEvents({ event, ...group }: GroupEventsProps) {
  return event === undefined ? <EventList {...group} /> : <OneEvent key={event} id={event} {...group} />
}

const PERIODS = ['upcoming', 'past'] as const satisfies readonly Period[]

function EventList(group: OfGroup) {
  const { t } = useTranslation()
  const { groupId, role, isArchived } = group
  const [period, setPeriod] = useState<Period>('upcoming')
  const [page, setPage] = useState(1)
  const events = useQuery(groupEventsQuery(groupId, period, page))
  const leads = !isArchived && (role === 'owner' || role === 'manager')
  const [isPlanning, setPlanning] = useState(false)
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
      {events.data === undefined && events.error ? (
        <ErrorState error={events.error} onRetry={() => void events.refetch()} />
      ) : events.data === undefined ? (
        <LoadingRows />
      ) : events.data.total > 0 ? (
        <>
          <EventRows
            group={group}
            shown={events.data}
            hasMore={period === 'upcoming' && events.data.total > PAGE_SIZE}
            label={t(`groupEvents.period.${period}`)}
            isOld={events.isPlaceholderData}
          />
          <Paging page={page} size={PAGE_SIZE} total={events.data.total} onChange={setPage} />
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

function OneEvent({ id, ...group }: OfGroup & { id: string }) {
  const { t } = useTranslation()
  const { groupId } = group
  const { data: shown, error, refetch } = useQuery(groupEventQuery(groupId, id))
  const [event] = shown?.items ?? []
  return (
    <>
      <Button
        mb="md"
        mr="xs"
        variant="default"
        leftSection={<IconArrowLeft size={18} />}
        renderRoot={(props) => (
          <Link {...props} to="/my-group/$groupId" params={{ groupId }} search={{ tab: 'events' }} />
        )}
      >
        {t('groupEvents.all')}
      </Button>
      {shown && event ? (
        <EventRows
          group={group}
          shown={shown}
          hasMore={event.seriesId !== null && !event.isCancelled}
          label={event.title}
        />
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
  group: OfGroup
  shown: components['schemas']['GroupEvents']
  /** There may be coming meetings of the same series that are not shown. */
  hasMore: boolean
  label: string
  /** The rows of another page are on the way. */
  isOld?: boolean
}

/** Rows of events, with what it takes to register for them and for the series they belong to. */
function EventRows({ group, shown, hasMore, label, isOld = false }: EventRowsProps) {
  const { t } = useTranslation()
  const { groupId, role, isArchived } = group
  const [outcome, setOutcome] = useState<RegistrationsOutcome | null>(null)
  const registers = !isArchived && role !== null
  const registrant = useQuery({ ...meQuery, enabled: registers, select: registrantOf }).data
  const registersHere = shown.items.some(
    (event) =>
      registrant !== undefined && !event.registration && hasSeats(event) && needsOnly(registrant, event),
  )
  return (
    <>
      {outcome && <RefusedMeetings outcome={outcome} onClose={() => setOutcome(null)} />}
      {registers && registrant && (
        <RegisterForSeries
          groupId={groupId}
          shown={shown.items}
          hasMore={hasMore}
          registrant={registrant}
          onRefused={setOutcome}
        />
      )}
      <ul className={classes.rows} aria-label={label} data-old={isOld || undefined}>
        {shown.items.map((event) => (
          <GroupEventRow
            key={event.id}
            event={event}
            registers={registers}
            registrant={registrant && needsOnly(registrant, event) ? registrant : null}
            groupId={role === 'member' ? undefined : groupId}
          />
        ))}
      </ul>
      {registersHere && (
        <Text size="sm" c="dimmed" mt="md">
          {t('groupEvents.consent', { consent: shown.consent.text })}
        </Text>
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
