import { Alert, Button, Group, List, SegmentedControl, Text } from '@mantine/core'
import { IconCalendarEvent, IconCalendarRepeat, IconChecks, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { confirm } from '~/components/confirm'
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
import { formatDate } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { GroupEventRow, hasSeats } from './GroupEventRow'
import { PlanSeriesModal } from './PlanSeriesModal'
import {
  allComingQuery,
  type GroupEvent,
  groupEventsQuery,
  needsOnly,
  PAGE_SIZE,
  type Period,
  type Registrant,
  type RegistrationsOutcome,
  registrantOf,
  useRegistrationForAll,
} from './queries'
import { SeriesList } from './SeriesList'

interface GroupEventsProps {
  groupId: string
  /** The caller's role; null for administrators, who are members of no group. */
  role: components['schemas']['GroupRole'] | null
  /** Nobody registers from here, and no event is added. */
  isArchived: boolean
}

const PERIODS = ['upcoming', 'past'] as const satisfies readonly Period[]

/** The events of a group, for its members: they register with what their profile holds. */
export function GroupEvents({ groupId, role, isArchived }: GroupEventsProps) {
  const { t } = useTranslation()
  const [period, setPeriod] = useState<Period>('upcoming')
  const [page, setPage] = useState(1)
  const events = useQuery(groupEventsQuery(groupId, period, page))
  const leads = !isArchived && (role === 'owner' || role === 'manager')
  const registers = !isArchived && role !== null
  const callsRoll = role !== 'member'
  const [isPlanning, setPlanning] = useState(false)
  const [outcome, setOutcome] = useState<RegistrationsOutcome | null>(null)
  const registrant = useQuery({ ...meQuery, enabled: registers, select: registrantOf }).data
  const registersHere = (event: GroupEvent) =>
    registrant !== undefined && !event.registration && hasSeats(event) && needsOnly(registrant, event)
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
      {callsRoll && period === 'upcoming' && <SeriesList groupId={groupId} isArchived={isArchived} />}
      {outcome && <RefusedMeetings outcome={outcome} onClose={() => setOutcome(null)} />}
      {events.data === undefined && events.error ? (
        <ErrorState error={events.error} onRetry={() => void events.refetch()} />
      ) : events.data === undefined ? (
        <LoadingRows />
      ) : events.data.total > 0 ? (
        <>
          {registers && registrant && period === 'upcoming' && (
            <RegisterForSeries
              groupId={groupId}
              list={events.data}
              registrant={registrant}
              onRefused={setOutcome}
            />
          )}
          <ul
            className={classes.rows}
            aria-label={t(`groupEvents.period.${period}`)}
            data-old={events.isPlaceholderData || undefined}
          >
            {events.data.items.map((event) => (
              <GroupEventRow
                key={event.id}
                event={event}
                registers={registers}
                registrant={registrant && needsOnly(registrant, event) ? registrant : null}
                groupId={callsRoll ? groupId : undefined}
              />
            ))}
          </ul>
          <Paging page={page} size={PAGE_SIZE} total={events.data.total} onChange={setPage} />
          {registers && events.data.items.some(registersHere) && (
            <Text size="sm" c="dimmed" mt="md">
              {t('groupEvents.consent', { consent: events.data.consent.text })}
            </Text>
          )}
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

interface RegisterForSeriesProps {
  groupId: string
  /** The page that is shown. */
  list: { items: GroupEvent[]; total: number }
  registrant: Registrant
  onRefused: (outcome: RegistrationsOutcome) => void
}

/** A button for each series of which several coming meetings, on any page, need no more than the profile. */
function RegisterForSeries({ groupId, list: { items, total }, ...registering }: RegisterForSeriesProps) {
  const all = useQuery({ ...allComingQuery(groupId), enabled: total > PAGE_SIZE })
  const coming = total > PAGE_SIZE ? (all.data ?? []) : items
  const open = coming.filter(
    (event) => needsOnly(registering.registrant, event) && !event.registration && hasSeats(event),
  )
  const series = new Set(open.flatMap(({ seriesId }) => seriesId ?? []))
  return [...series].map((id) => {
    const meetings = open.filter(({ seriesId }) => seriesId === id)
    return meetings.length > 1 && <RegisterForAll key={id} meetings={meetings} {...registering} />
  })
}

interface RegisterForAllProps extends Pick<RegisterForSeriesProps, 'registrant' | 'onRefused'> {
  meetings: GroupEvent[]
}

function RegisterForAll({ meetings, registrant, onRefused }: RegisterForAllProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useRegistrationForAll(onRefused)
  const [first, last] = [meetings[0], meetings.at(-1)]
  if (!first || !last) return null
  const count = meetings.length
  const ask = async () => {
    const agreed = await confirm({
      title: t('groupEvents.registerForAll.title', { count, title: first.title }),
      message: t('groupEvents.registerForAll.message', {
        from: formatDate(first.eventStartDate),
        to: formatDate(last.eventStartDate),
      }),
      confirm: t('groupEvents.register'),
    })
    if (agreed) mutate({ events: meetings, registrant })
  }
  return (
    <Button
      mb="md"
      mr="xs"
      variant="default"
      h="auto"
      mih={36}
      py={6}
      styles={{ label: { whiteSpace: 'normal', lineHeight: 1.4 } }}
      leftSection={<IconChecks size={16} />}
      loading={isPending}
      onClick={() => void ask()}
    >
      {t('groupEvents.registerForAll.action', { count, title: first.title })}
    </Button>
  )
}

/** The meetings for which the caller could not be registered together with others, and why. */
function RefusedMeetings({
  outcome: { taken, refused },
  onClose,
}: {
  outcome: RegistrationsOutcome
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Alert
      role="status"
      color="marigold"
      icon={<IconInfoCircle size={18} />}
      title={t('groupEvents.registerForAll.refused', {
        count: taken.length + refused.length,
        taken: formatNumber(taken.length),
      })}
      mb="md"
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={onClose}
    >
      <List size="sm">
        {refused.map(({ event: { id, title, eventStartDate }, reasons }) => (
          <List.Item key={id}>
            {t('groupEvents.registerForAll.refusedMeeting', {
              title,
              date: formatDate(eventStartDate),
              reason: reasons.join(' ') || t('common.toast.error'),
            })}
          </List.Item>
        ))}
      </List>
    </Alert>
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
