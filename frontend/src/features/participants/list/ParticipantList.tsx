import { Button, Group } from '@mantine/core'
import { IconFileImport, IconSearchOff, IconUserPlus, IconUserStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '~/components/DataTable'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { EmptyState } from '~/components/EmptyState'
import { Late } from '~/components/Late'
import { SortSelect } from '~/components/SortSelect'
import type { Event } from '~/features/events/queries'
import { ticketsQuery } from '~/features/tickets/queries'
import { formatNumber } from '~/lib/numbers'
import { BulkBar } from '../bulk/BulkBar'
import type { Order } from '../bulk/bulk'
import { useSelection } from '../bulk/useSelection'
import { ParticipantMenu } from '../details/ParticipantMenu'
import type { Neighbours } from '../details/useNeighbours'
import { useParticipantActions } from '../details/useParticipantActions'
import { hasFilters, type ListSearch, listedOf, participantSort } from '../listSearch'
import type { Participant } from '../queries'
import { StaffBar } from '../staff/StaffBar'
import { ColumnsMenu } from './ColumnsMenu'
import type { Tool } from './GuestTools'
import { BulkDialog, ExportModal, loadDialogs, TicketModal } from './lateDialogs'
import { ParticipantFilters } from './ParticipantFilters'
import { useFocusAfterPanel, useFocusInList } from './useFocusInList'
import { useGuestColumns } from './useGuestColumns'
import { useGuestKeys } from './useGuestKeys'
import { PhoneLine, PresenceSwitch, useParticipantColumns } from './useParticipantColumns'
import { useParticipantRows } from './useParticipantRows'

interface ParticipantListProps {
  event: Pick<Event, 'id' | 'eventForm' | 'isCancelled'>
  search: ListSearch
  /** The amount due, in dong; absent until it is known. */
  due: number | undefined
  /** Buttons below the folded search on a phone; on a wide screen false, and the columns can be chosen. */
  tools: ReactNode
  /** Why no participant can be added; absent when they can. */
  disabledReason: string | undefined
  onSearch: (change: Partial<ListSearch>) => void
  onOpen: (participant: Participant, panel?: 'edit') => void
  /** The participants before and after the one in the side panel. */
  neighbours: Neighbours
  onTool: (tool: Tool) => void
}

/**
 * The event's participants, or its VIPs alone; unless the address asks for another order, those checked in come first.
 */
export function ParticipantList(props: ParticipantListProps) {
  const { event, search, due, tools, disabledReason, onSearch, onOpen, neighbours, onTool } = props
  const { t } = useTranslation()
  const { id: eventId, isCancelled } = event
  const questions = event.eventForm.scheme
  const isVip = search.tab === 'vip'
  const filters = listedOf(search)
  const onAdd = () => onTool('add')
  const { query, endless } = useParticipantRows(eventId, filters)
  const actions = useParticipantActions(eventId)
  const { chosen, setSelected, unselect, selectAll, isCollecting } = useSelection(eventId, filters)
  const selected = chosen.ids
  const [order, setOrder] = useState<Order | null>(null)
  const [isExporting, setExporting] = useState(false)
  // Not in its row: narrow paper makes the table a list, and the row would take its ticket along.
  const [ticket, setTicket] = useState<Participant | null>(null)
  const columns = useGuestColumns()
  const sorting = { sort: participantSort(search), order: search.order, onSort: onSearch }
  const hasTickets = Boolean(useQuery(ticketsQuery(eventId)).data?.length)

  const remove = async (participant: Participant) => {
    if (await actions.remove(participant)) unselect([participant.id])
  }

  const isThere = query.data !== undefined
  useEffect(() => {
    if (isThere) loadDialogs()
  }, [isThere])
  useFocusInList(eventId, query.data?.items)
  useFocusAfterPanel(search.person, neighbours.place)
  useGuestKeys({
    people: query.data?.items ?? [],
    opened: search.person,
    actions,
    onToggle: (id) => setSelected(toggled(selected, id)),
    onStep: neighbours.go,
    onHelp: () => onTool('shortcuts'),
  })

  const loaded = query.data?.items.length ?? 0
  const isStaff = search.type === 'COMMITTEE' && !hasFilters({ ...search, type: undefined })

  return (
    <>
      <ParticipantFilters
        eventId={eventId}
        search={search}
        due={due}
        found={query.data?.total}
        onSearch={onSearch}
        more={
          tools && (
            <SortSelect
              {...sorting}
              choices={[
                { sort: 'fullName', label: t('participants.field.fullName') },
                { sort: 'registrationTime', label: t('participants.column.registrationTime') },
                { sort: 'paymentStatus', label: t('participants.column.payment') },
                { sort: 'checkedInTime', label: t('participants.column.checkin') },
              ]}
            />
          )
        }
      >
        {tools || <ColumnsMenu columns={columns} questions={questions} />}
      </ParticipantFilters>
      {!isVip && search.type === 'COMMITTEE' && (
        <StaffBar eventId={eventId} disabledReason={disabledReason} onAdd={onAdd} />
      )}
      {selected.size > 0 && (
        <BulkBar
          selected={selected.size}
          total={query.data?.total ?? 0}
          isCollecting={isCollecting}
          hasTickets={hasTickets}
          onAction={(action) => setOrder({ action, ids: [...selected] })}
          onExport={() => setExporting(true)}
          onSelectAll={selectAll}
          onUnselect={() => setSelected(new Set())}
        />
      )}
      <Late
        onClose={() => {
          setExporting(false)
          setTicket(null)
          setOrder(null)
        }}
      >
        {isExporting && (
          <ExportModal
            eventId={eventId}
            search={search}
            chosen={chosen}
            onClose={() => setExporting(false)}
          />
        )}
        {ticket && <TicketModal eventId={eventId} participant={ticket} onClose={() => setTicket(null)} />}
        {order && (
          <BulkDialog
            eventId={eventId}
            order={order}
            onClose={(chosen) => {
              if (chosen) setSelected(new Set(chosen))
              setOrder(null)
            }}
          />
        )}
      </Late>
      <DataTable
        label={t(isVip ? 'participants.tab.vip' : 'participants.tab.participants')}
        query={query}
        columns={useParticipantColumns({ isVip, columns, questions, actions, isCancelled })}
        phoneRow={(participant) => <PhoneLine participant={participant} isCancelled={isCancelled} />}
        swipe={{
          label: t('participants.checkedIn'),
          action: (participant) =>
            participant.checkedInTime || participant.erasedAt || isCancelled
              ? undefined
              : () => void actions.toggleCheckIn(participant),
        }}
        rowId={({ id }) => id}
        rowName={({ fullName }) => fullName}
        onOpen={(participant) => onOpen(participant)}
        selection={{
          selected,
          onChange: setSelected,
          allLabel: t('participants.list.selectLoaded', { count: loaded, number: formatNumber(loaded) }),
        }}
        sorting={sorting}
        actions={(participant) => (
          <>
            {isVip && tools && <PresenceSwitch participant={participant} actions={actions} />}
            <ParticipantMenu
              participant={participant}
              actions={actions}
              onEdit={() => onOpen(participant, 'edit')}
              onTicket={() => setTicket(participant)}
              onRemove={() => void remove(participant)}
            />
          </>
        )}
        empty={
          <Nobody
            isStaff={isStaff}
            isFiltered={hasFilters(search)}
            isVip={isVip}
            disabledReason={disabledReason}
            onAdd={onAdd}
            onImport={() => onTool('import')}
          />
        }
        endless={{ ...endless, more: t('participants.list.more') }}
      />
    </>
  )
}

function toggled(selected: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

interface NobodyProps extends Pick<ParticipantListProps, 'disabledReason'> {
  onAdd: () => void
  onImport: () => void
  isFiltered: boolean
  /** The list is filtered by staff and by nothing else. */
  isStaff: boolean
  isVip: boolean
}

function Nobody({ isFiltered, isStaff, isVip, disabledReason, onAdd, onImport }: NobodyProps) {
  const { t } = useTranslation()
  if (isStaff) {
    return (
      <EmptyState
        icon={IconUserPlus}
        title={t('participants.staff.empty')}
        description={t('participants.staff.hint')}
      />
    )
  }
  if (isFiltered) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title={t('participants.nobodyFound')}
        description={t('participants.nobodyFoundHint')}
      />
    )
  }
  return (
    <EmptyState
      icon={isVip ? IconUserStar : IconUserPlus}
      title={t(isVip ? 'participants.noVip' : 'participants.nobody')}
      description={t(isVip ? 'participants.noVipHint' : 'participants.nobodyHint')}
    >
      <Group justify="center" gap="xs">
        <DisabledWithReason reason={disabledReason}>
          <Button onClick={onAdd}>{t('participants.add')}</Button>
        </DisabledWithReason>
        <DisabledWithReason reason={disabledReason}>
          <Button variant="default" leftSection={<IconFileImport size={18} />} onClick={onImport}>
            {t('participants.files.import')}
          </Button>
        </DisabledWithReason>
      </Group>
    </EmptyState>
  )
}
