import { Box, Button, Select } from '@mantine/core'
import { IconFilterOff, IconUsersGroup, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '~/components/filters.module.css'
import { SearchField } from '~/components/SearchField'
import { useParticipationTypes } from '~/features/tickets/participationType'
import { ticketsQuery } from '~/features/tickets/queries'
import { formatNumber } from '~/lib/money'
import { hasFilters, type ListSearch, PAYMENTS } from './listSearch'
import { countQuery, participantQuery } from './queries'

interface ParticipantFiltersProps {
  eventId: string
  search: ListSearch
  onSearch: (change: Partial<ListSearch>) => void
}

/** The search and the filters of the list, kept in the address. */
export function ParticipantFilters({ eventId, search, onSearch }: ParticipantFiltersProps) {
  const { t } = useTranslation()
  const tickets = useQuery(ticketsQuery(eventId))
  const types = useParticipationTypes()
  const isVip = search.tab === 'vip'
  const choose = (name: 'type' | 'payment' | 'checkin' | 'ticket') => ({
    'aria-label': t(`participants.filter.${name}`),
    placeholder: t(`participants.filter.${name}`),
    value: search[name] ?? null,
    onChange: (value: string | null) => onSearch({ [name]: value ?? undefined }),
    clearable: true,
    // The clear button replaces the arrow, which leaves room for the longest choice.
    clearSectionMode: 'clear' as const,
    clearButtonProps: { 'aria-label': t('common.clearChoice') },
  })

  return (
    <Box role="search" className={classes.filters}>
      <SearchField
        className={classes.text}
        label={t('participants.filter.search')}
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined })}
      />
      {!isVip && <Select {...choose('type')} data={types} />}
      <Select
        {...choose('payment')}
        data={PAYMENTS.map((value) => ({
          value,
          label: t(`participants.payment.${value}`),
        }))}
      />
      <Select
        {...choose('checkin')}
        data={[
          { value: 'in', label: t('participants.checkedIn') },
          { value: 'out', label: t('participants.notCheckedIn') },
        ]}
      />
      <Select
        {...choose('ticket')}
        data={(tickets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        nothingFoundMessage={t('tickets.empty.title')}
      />
      {!isVip && <StaffToggle eventId={eventId} search={search} onSearch={onSearch} />}
      {search.invitedBy && (
        <InviterChip
          eventId={eventId}
          id={search.invitedBy}
          onRemove={() => onSearch({ invitedBy: undefined })}
        />
      )}
      {search.burst && (
        <Button
          className={classes.clear}
          variant="light"
          rightSection={<IconX size={16} aria-hidden />}
          aria-label={t('participants.filter.clearBurst')}
          onClick={() => onSearch({ burst: undefined })}
        >
          {t('participants.filter.burst')}
        </Button>
      )}
      {hasFilters(search) && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} />}
          onClick={() =>
            onSearch({
              search: undefined,
              type: undefined,
              payment: undefined,
              checkin: undefined,
              ticket: undefined,
              invitedBy: undefined,
              burst: undefined,
            })
          }
          className={classes.clear}
        >
          {t('common.clearFilters')}
        </Button>
      )}
    </Box>
  )
}

/** Filters by staff with one click. */
function StaffToggle({ eventId, search, onSearch }: ParticipantFiltersProps) {
  const { t } = useTranslation()
  const count = useQuery(countQuery(eventId, 'COMMITTEE')).data?.total
  const isOn = search.type === 'COMMITTEE'
  return (
    <Button
      className={classes.clear}
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      leftSection={<IconUsersGroup size={18} />}
      onClick={() => onSearch({ type: isOn ? undefined : 'COMMITTEE' })}
    >
      {count
        ? t('participants.staff.toggleCount', { number: formatNumber(count) })
        : t('participants.staff.toggle')}
    </Button>
  )
}

interface InviterChipProps {
  eventId: string
  id: string
  onRemove: () => void
}

/** Names the inviter whose guests are listed; a click removes the filter. */
function InviterChip({ eventId, id, onRemove }: InviterChipProps) {
  const { t } = useTranslation()
  const { data, error } = useQuery(participantQuery(eventId, id))
  const name = data?.fullName ?? (error ? t('participants.filter.goneInviter') : '…')
  return (
    <Button
      className={classes.clear}
      variant="light"
      rightSection={<IconX size={16} aria-hidden />}
      aria-label={t('participants.filter.clearInvitedBy', { name })}
      onClick={onRemove}
    >
      {t('participants.filter.invitedBy', { name })}
    </Button>
  )
}
