import { Button, Group, Switch, Text } from '@mantine/core'
import { IconSearchOff, IconTrash, IconUserPlus, IconUserStar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { CheckinBadge, PaymentBadge, TypeBadge } from './badges'
import { hasFilters, type ListSearch, PAGE_SIZE } from './listSearch'
import { ParticipantFilters } from './ParticipantFilters'
import { ParticipantMenu } from './ParticipantMenu'
import { type Participant, participantsQuery } from './queries'
import { type ParticipantActions, useParticipantActions } from './useParticipantActions'

interface ParticipantListProps {
  eventId: string
  search: ListSearch
  onSearch: (change: Partial<ListSearch>) => void
  onOpen: (participant: Participant) => void
  onAdd: () => void
}

/** The event's participants, or its VIPs alone: those who are inside come first. */
export function ParticipantList({ eventId, search, onSearch, onOpen, onAdd }: ParticipantListProps) {
  const { t } = useTranslation()
  const isVip = search.tab === 'vip'
  const query = useQuery({
    ...participantsQuery(eventId, isVip ? { ...search, type: 'VIP' } : search),
    placeholderData: keepPreviousData,
  })
  const actions = useParticipantActions(eventId)
  const [selected, setSelected] = useState<Set<string>>(new Set())

  const remove = async (ids: string[], name?: string) => {
    if (!(await actions.remove({ ids, name }))) return
    setSelected((before) => new Set([...before].filter((id) => !ids.includes(id))))
    // The last row of the last page is gone with its page.
    const { page = 1 } = search
    if (page > 1 && query.data && ids.length >= query.data.items.length) onSearch({ page: page - 1 })
  }

  return (
    <>
      <ParticipantFilters {...{ eventId, search, onSearch }} />
      {selected.size > 0 && (
        <Group gap="sm" mb="sm" role="status">
          <Text fw={500}>{t('participants.selected', { count: selected.size })}</Text>
          <Button
            color="red"
            variant="light"
            leftSection={<IconTrash size={16} />}
            loading={actions.isBusy}
            onClick={() => void remove([...selected])}
          >
            {t('participants.removeSelected')}
          </Button>
          <Button variant="subtle" onClick={() => setSelected(new Set())}>
            {t('participants.unselect')}
          </Button>
        </Group>
      )}
      <DataTable
        label={t(isVip ? 'participants.tab.vip' : 'participants.tab.participants')}
        query={query}
        columns={useColumns(isVip, actions)}
        rowId={({ id }) => id}
        rowName={({ fullName }) => fullName}
        onOpen={onOpen}
        selection={{ selected, onChange: setSelected }}
        actions={(participant) => (
          <ParticipantMenu
            {...{ participant, actions }}
            onEdit={() => onOpen(participant)}
            onRemove={() => void remove([participant.id], participant.fullName)}
          />
        )}
        empty={<Nobody isFiltered={hasFilters(search)} isVip={isVip} onAdd={onAdd} />}
        paging={{
          page: search.page ?? 1,
          size: PAGE_SIZE,
          onChange: (page) => onSearch({ page: page > 1 ? page : undefined }),
        }}
      />
    </>
  )
}

function Nobody({ isFiltered, isVip, onAdd }: { isFiltered: boolean; isVip: boolean; onAdd: () => void }) {
  const { t } = useTranslation()
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
      <Button onClick={onAdd}>{t('participants.add')}</Button>
    </EmptyState>
  )
}

function useColumns(isVip: boolean, actions: ParticipantActions): Column<Participant>[] {
  const { t } = useTranslation()
  const columns: Column<Participant>[] = [
    {
      key: 'fullName',
      header: t('participants.field.fullName'),
      cell: ({ fullName, company }) => (
        <>
          {fullName}
          {company && (
            <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
              {company}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'contact',
      header: t('participants.field.contact'),
      wideOnly: true,
      cell: ({ phone, email }) => (
        <>
          {phone}
          <Text component="span" display="block" size="sm" c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    { key: 'ticket', header: t('participants.field.ticket'), cell: ({ ticket }) => ticket?.name ?? '–' },
    { key: 'payment', header: t('participants.field.paymentStatus'), cell: PaymentBadge },
    { key: 'checkin', header: t('participants.field.checkedInTime'), cell: CheckinBadge },
  ]
  if (!isVip) {
    columns.splice(2, 0, { key: 'type', header: t('participants.field.participationType'), cell: TypeBadge })
    return columns
  }
  columns.push({
    key: 'toggle',
    header: t('participants.vip.toggle'),
    cell: (participant) => (
      <Switch
        checked={Boolean(participant.checkedInTime)}
        disabled={actions.isBusy}
        onChange={() => void actions.toggleVip(participant)}
        aria-label={t('participants.vip.toggleOf', { name: participant.fullName })}
        styles={{ track: { cursor: 'pointer' } }}
      />
    ),
  })
  return columns
}
