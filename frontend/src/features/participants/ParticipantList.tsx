import { Button } from '@mantine/core'
import { IconSearchOff, IconUserPlus, IconUserStar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '~/components/DataTable'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { EmptyState } from '~/components/EmptyState'
import { ticketsQuery } from '~/features/tickets/queries'
import { BulkBar } from './bulk/BulkBar'
import { BulkDialog } from './bulk/BulkDialog'
import type { Order } from './bulk/bulk'
import { useSelection } from './bulk/useSelection'
import { ExportModal } from './files/ExportModal'
import { hasFilters, type ListSearch, PAGE_SIZE, participantSort } from './listSearch'
import { ParticipantFilters } from './ParticipantFilters'
import { ParticipantMenu } from './ParticipantMenu'
import { type Participant, participantsQuery } from './queries'
import { StaffBar } from './StaffBar'
import { useParticipantActions } from './useParticipantActions'
import { useParticipantColumns } from './useParticipantColumns'

interface ParticipantListProps {
  eventId: string
  search: ListSearch
  /** Why nobody may be added; absent when they may. */
  disabledReason: string | undefined
  onSearch: (change: Partial<ListSearch>) => void
  onOpen: (participant: Participant) => void
  onAdd: () => void
}

/** The event's participants, or its VIPs alone; unless the address says another order, those who are inside come first. */
export function ParticipantList(props: ParticipantListProps) {
  const { eventId, search, disabledReason, onSearch, onOpen, onAdd } = props
  const { t } = useTranslation()
  const isVip = search.tab === 'vip'
  const filters: ListSearch = isVip ? { ...search, type: 'VIP' } : search
  const query = useQuery({
    ...participantsQuery(eventId, filters),
    placeholderData: keepPreviousData,
  })
  const actions = useParticipantActions(eventId)
  const { chosen, setSelected, unselect, selectAll, isCollecting } = useSelection(eventId, filters)
  const selected = chosen.ids
  const [order, setOrder] = useState<Order | null>(null)
  const [isExporting, setExporting] = useState(false)
  const hasTickets = Boolean(useQuery(ticketsQuery(eventId)).data?.length)

  const remove = async ({ id, fullName }: Participant) => {
    if (await actions.remove({ id, name: fullName })) unselect(id)
  }

  // The last participant of this page was removed, so the page no longer exists.
  const { page = 1 } = search
  const isPastEnd = query.data && !query.isPlaceholderData && query.data.items.length === 0 && page > 1
  useEffect(() => {
    if (isPastEnd) onSearch({ page: undefined })
  }, [isPastEnd, onSearch])

  const isStaff = search.type === 'COMMITTEE' && !hasFilters({ ...search, type: undefined })

  return (
    <>
      <ParticipantFilters eventId={eventId} search={search} onSearch={onSearch} />
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
      {isExporting && (
        <ExportModal eventId={eventId} search={search} chosen={chosen} onClose={() => setExporting(false)} />
      )}
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
      <DataTable
        label={t(isVip ? 'participants.tab.vip' : 'participants.tab.participants')}
        query={query}
        columns={useParticipantColumns(isVip, actions)}
        rowId={({ id }) => id}
        rowName={({ fullName }) => fullName}
        onOpen={onOpen}
        selection={{ selected, onChange: setSelected }}
        sorting={{ sort: participantSort(search), order: search.order, onSort: onSearch }}
        actions={(participant) => (
          <ParticipantMenu
            participant={participant}
            actions={actions}
            onEdit={() => onOpen(participant)}
            onRemove={() => void remove(participant)}
          />
        )}
        empty={
          <Nobody
            isStaff={isStaff}
            isFiltered={hasFilters(search)}
            isVip={isVip}
            disabledReason={disabledReason}
            onAdd={onAdd}
          />
        }
        paging={{
          page: search.page ?? 1,
          size: PAGE_SIZE,
          onChange: (page) => onSearch({ page: page > 1 ? page : undefined }),
        }}
      />
    </>
  )
}

interface NobodyProps extends Pick<ParticipantListProps, 'disabledReason' | 'onAdd'> {
  isFiltered: boolean
  /** The list is filtered by staff and by nothing else. */
  isStaff: boolean
  isVip: boolean
}

function Nobody({ isFiltered, isStaff, isVip, disabledReason, onAdd }: NobodyProps) {
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
      <DisabledWithReason reason={disabledReason}>
        <Button onClick={onAdd}>{t('participants.add')}</Button>
      </DisabledWithReason>
    </EmptyState>
  )
}
