import { Badge, Button, Skeleton, Tabs } from '@mantine/core'
import { IconHistory, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { ErrorState } from '~/components/ErrorState'
import { ActivitiesDrawer } from '~/features/events/activities/ActivitiesDrawer'
import { EventHeader } from '~/features/events/EventHeader'
import { eventQuery } from '~/features/events/queries'
import { CodeList } from '~/features/invitations/CodeList'
import { ticketsQuery } from '~/features/tickets/queries'
import { TicketList } from '~/features/tickets/TicketList'
import { formatNumber } from '~/lib/money'
import { Bursts } from './Bursts'
import { FilesMenu } from './files/FilesMenu'
import { codeSearchOf, type ListSearch, TABS, type Tab } from './listSearch'
import { AddParticipantDrawer, ParticipantDrawer } from './ParticipantDrawer'
import { ParticipantList } from './ParticipantList'
import { countQuery } from './queries'
import { Undelivered } from './Undelivered'

interface ParticipantsScreenProps {
  eventId: string
  search: ListSearch
  onSearch: (search: ListSearch) => void
  /** Alerts and figures above the list, which belong to later features. */
  alerts: ReactNode
  figures: ReactNode
}

type Panel = 'activities' | 'add'

/** Everyone of one event: who registered, which tickets there are, who is a VIP. */
export function ParticipantsScreen(props: ParticipantsScreenProps) {
  const { eventId, search, onSearch, alerts, figures } = props
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  const counts = useCounts(eventId)
  const [panel, setPanel] = useState<Panel | null>(null)
  const close = () => setPanel(null)
  const open = (person: string | undefined) => onSearch({ ...search, person, panel: undefined })

  if (!event.data) {
    return event.error ? (
      <ErrorState error={event.error} onRetry={() => void event.refetch()} />
    ) : (
      <Skeleton height={400} radius="md" />
    )
  }

  const tab = search.tab ?? 'participants'
  const disabledReason = event.data.isCancelled ? t('participants.cancelled') : undefined
  const list = (
    <ParticipantList
      key={tab}
      eventId={eventId}
      search={search}
      disabledReason={disabledReason}
      // Another filter or order starts on the first page.
      onSearch={(change) => onSearch({ ...search, page: undefined, ...change })}
      onOpen={({ id }) => open(id)}
      onAdd={() => setPanel('add')}
    />
  )
  return (
    <>
      <EventHeader
        event={event.data}
        entry={tab === 'tickets' ? 'tickets' : 'guests'}
        description={<Summary {...counts.participants} />}
      >
        <Button
          variant="default"
          leftSection={<IconHistory size={18} />}
          onClick={() => setPanel('activities')}
        >
          {t('events.activities.title')}
        </Button>
        <FilesMenu eventId={eventId} search={search} disabledReason={disabledReason} />
        <DisabledWithReason reason={disabledReason}>
          <Button leftSection={<IconUserPlus size={18} />} onClick={() => setPanel('add')}>
            {t('participants.add')}
          </Button>
        </DisabledWithReason>
      </EventHeader>
      {alerts}
      <Undelivered eventId={eventId} />
      <Bursts eventId={eventId} onShow={(burst) => onSearch({ burst })} />
      {figures}
      <Tabs value={tab} onChange={(next) => onSearch(tabSearch(next))} keepMounted={false}>
        <Tabs.List mb="lg">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name} rightSection={<Count value={counts[name].total} />}>
              {t(`participants.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="participants">{list}</Tabs.Panel>
        <Tabs.Panel value="tickets">
          <TicketList eventId={eventId} />
          <CodeList
            eventId={eventId}
            search={codeSearchOf(search)}
            onSearch={(change) => onSearch({ ...search, page: undefined, ...change })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="vip">{list}</Tabs.Panel>
      </Tabs>
      {search.person && (
        <ParticipantDrawer
          eventId={eventId}
          id={search.person}
          tab={search.panel ?? 'profile'}
          onTab={(next) => onSearch({ ...search, panel: next === 'profile' ? undefined : next })}
          onClose={() => open(undefined)}
          onOpen={open}
          onGuests={(invitedBy) => onSearch({ invitedBy })}
        />
      )}
      {panel === 'add' && (
        <AddParticipantDrawer
          eventId={eventId}
          type={tab === 'vip' ? 'VIP' : (search.type ?? 'ORDINARY')}
          onClose={close}
        />
      )}
      {panel === 'activities' && <ActivitiesDrawer eventId={eventId} onClose={close} />}
    </>
  )
}

const tabSearch = (tab: string | null): ListSearch => ({
  tab: tab === 'participants' ? undefined : (tab as Tab),
})

interface Counted {
  total: number | undefined
  checkedIn?: number
}

function useCounts(eventId: string): Record<Tab, Counted> {
  const all = useQuery(countQuery(eventId))
  const vip = useQuery(countQuery(eventId, 'VIP'))
  const tickets = useQuery(ticketsQuery(eventId))
  const unknown = { total: undefined }
  return {
    participants: all.data ?? unknown,
    vip: vip.data ?? unknown,
    tickets: { total: tickets.data?.length },
  }
}

const Count = ({ value }: { value: number | undefined }) =>
  value === undefined ? null : (
    <Badge variant="light" color="gray" size="md" radius="xl">
      {formatNumber(value)}
    </Badge>
  )

function Summary({ total, checkedIn }: Counted) {
  const { t } = useTranslation()
  if (total === undefined || checkedIn === undefined) return <Skeleton height={24} width={240} />
  return (
    <span aria-live="polite">
      {t('participants.summary', {
        count: total,
        total: formatNumber(total),
        checkedIn: formatNumber(checkedIn),
      })}
    </span>
  )
}
