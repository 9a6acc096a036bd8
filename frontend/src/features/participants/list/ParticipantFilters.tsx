import { Box, Button, Group, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChip, RemovableChip } from '~/components/FilterChip'
import { FoldedTools } from '~/components/FoldedTools'
import filterClasses from '~/components/filters.module.css'
import { MoreFilters } from '~/components/MoreFilters'
import { SearchField } from '~/components/SearchField'
import { useIsPhone } from '~/components/useIsPhone'
import { useParticipationTypes } from '~/features/tickets/participationType'
import { ticketsQuery } from '~/features/tickets/queries'
import { formatCompactMoney, formatNumber } from '~/lib/numbers'
import { hasFilters, type ListSearch, NO_FILTERS, PAYMENTS } from '../listSearch'
import { countQuery, participantQuery } from '../queries'
import { useRemovals } from '../removal/removed'
import { Notices } from './Notices'
import classes from './ParticipantFilters.module.css'

interface ParticipantFiltersProps {
  eventId: string
  search: ListSearch
  /** The amount due, in dong, without participants who are being removed; absent until it is known. */
  due: number | undefined
  /** The number of participants who match; absent until it is known. */
  found: number | undefined
  onSearch: (change: Partial<ListSearch>) => void
  /** Other choices about the list, such as its columns; on a phone its tools. */
  children: ReactNode
  /** Choices that only a phone needs. */
  more: ReactNode
}

/**
 * The search and the filters of the list, kept in the address. On a phone the chips are its line of figures, and the
 * rest is folded.
 */
export function ParticipantFilters(props: ParticipantFiltersProps) {
  const { eventId, search, due, found, onSearch, children, more } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const field = (className: string | undefined) => (
    <SearchField
      className={className}
      label={t('participants.filter.search')}
      placeholder={t('participants.filter.placeholder')}
      value={search.search ?? ''}
      onSearch={(text) => onSearch({ search: text || undefined })}
    />
  )
  const chips = (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form.
    <div role="group" aria-label={t('participants.filter.label')} className={classes.chips}>
      <StateChips eventId={eventId} search={search} due={due} onSearch={onSearch} />
      <ChosenFilters eventId={eventId} search={search} onSearch={onSearch} />
      {hasFilters(search) && (
        <Button variant="subtle" size="compact-sm" flex="none" onClick={() => onSearch(NO_FILTERS)}>
          {t('common.clearFilters')}
        </Button>
      )}
      <Text size="sm" c="dimmed" flex="none" role="status">
        {hasFilters(search) &&
          found !== undefined &&
          t('participants.list.found', { count: found, number: formatNumber(found) })}
      </Text>
    </div>
  )
  const { type, payment, ticket } = search
  const chosen = [type, payment, ticket].filter(Boolean).length
  const others = <OtherFilters eventId={eventId} search={search} onSearch={onSearch} isPhone={isPhone} />
  return (
    <Notices eventId={eventId} onShow={(burst) => onSearch({ ...NO_FILTERS, tab: undefined, burst })}>
      {(notices) =>
        isPhone ? (
          <FoldedTools
            label={t('participants.filter.tools')}
            filters={chosen + (search.search ? 1 : 0)}
            summary={
              <>
                {notices}
                {chips}
              </>
            }
          >
            <Box role="search" aria-label={t('participants.filter.search')} className={filterClasses.filters}>
              {field(filterClasses.text)}
              {others}
              {more}
            </Box>
            <Group gap="xs">{children}</Group>
          </FoldedTools>
        ) : (
          <Box role="search" aria-label={t('participants.filter.search')} className={classes.bar}>
            {field(classes.search)}
            {chips}
            <div className={classes.tools}>
              <MoreFilters isChosen={chosen > 0}>{others}</MoreFilters>
              {children}
            </div>
          </Box>
        )
      }
    </Notices>
  )
}

type FilterProps = Pick<ParticipantFiltersProps, 'eventId' | 'search' | 'onSearch'>

/** The filters of everyday use, with their numbers; states without participants are left out. */
function StateChips({ eventId, search, due, onSearch }: FilterProps & { due: number | undefined }) {
  const { t } = useTranslation()
  useRemovals()
  const isVip = search.tab === 'vip'
  const listed = isVip ? ({ type: 'VIP' } as const) : {}
  const all = useQuery(countQuery(eventId, listed)).data
  const unpaid = useQuery(countQuery(eventId, { ...listed, payment: 'unpaid' })).data?.total
  const staff = useQuery({ ...countQuery(eventId, { type: 'COMMITTEE' }), enabled: !isVip }).data?.total
  const isPhone = useIsPhone()
  // On a phone the VIPs are one of the filters, elsewhere a list of their own.
  const isOneOfAll = isPhone && isVip
  const total = useQuery(countQuery(eventId, isOneOfAll ? {} : listed)).data?.total
  const vips = useQuery({ ...countQuery(eventId, { type: 'VIP' }), enabled: isPhone }).data?.total
  const out = all && all.total - all.checkedIn
  // The amount due is known for all participants together only.
  const sum = unpaid && due && !isVip ? `${formatNumber(unpaid)} · ${formatCompactMoney(due)}` : undefined
  const { payment, checkin, type } = search
  const chip = (label: string, pressed: boolean, number: number | undefined, change: Partial<ListSearch>) =>
    (number || pressed) && (
      <FilterChip
        label={label}
        pressed={pressed}
        count={number === undefined ? undefined : formatNumber(number)}
        onClick={() => onSearch(change)}
      />
    )
  return (
    <>
      <FilterChip
        label={t('participants.filter.all')}
        pressed={!hasFilters(search) && !isOneOfAll}
        count={total === undefined ? undefined : formatNumber(total)}
        onClick={() => onSearch(isPhone ? { ...NO_FILTERS, tab: undefined } : NO_FILTERS)}
      />
      {(unpaid || payment === 'unpaid') && (
        <FilterChip
          label={t('participants.payment.unpaid')}
          pressed={payment === 'unpaid'}
          count={sum ?? (unpaid === undefined ? undefined : formatNumber(unpaid))}
          onClick={() => onSearch({ payment: payment === 'unpaid' ? undefined : 'unpaid' })}
        />
      )}
      {chip(t('participants.notCheckedIn'), checkin === 'out', out, {
        checkin: checkin === 'out' ? undefined : 'out',
      })}
      {chip(t('participants.checkedIn'), checkin === 'in', all?.checkedIn, {
        checkin: checkin === 'in' ? undefined : 'in',
      })}
      {!isVip &&
        chip(t('participants.staff.toggle'), type === 'COMMITTEE', staff, {
          type: type === 'COMMITTEE' ? undefined : 'COMMITTEE',
        })}
      {isPhone && (
        <FilterChip
          label={t('participants.tab.vip')}
          pressed={isVip}
          count={vips ? formatNumber(vips) : undefined}
          onClick={() => onSearch({ ...NO_FILTERS, tab: isVip ? undefined : 'vip' })}
        />
      )}
    </>
  )
}

/** The filters without a chip of their own. */
function ChosenFilters({ eventId, search, onSearch }: FilterProps) {
  const { t } = useTranslation()
  const tickets = useQuery(ticketsQuery(eventId)).data ?? []
  const { type, payment, ticket, invitedBy, burst } = search
  const chip = (name: 'type' | 'payment' | 'ticket', value: string) => (
    <RemovableChip
      label={t('participants.filter.clear', { filter: t(`participants.filter.${name}`), value })}
      onRemove={() => onSearch({ [name]: undefined })}
    >
      {value}
    </RemovableChip>
  )
  return (
    <>
      {type && type !== 'COMMITTEE' && chip('type', t(`common.participationType.${type}`))}
      {payment && payment !== 'unpaid' && chip('payment', t(`participants.payment.${payment}`))}
      {ticket && chip('ticket', tickets.find(({ id }) => id === ticket)?.name ?? '…')}
      {invitedBy && (
        <InviterChip eventId={eventId} id={invitedBy} onRemove={() => onSearch({ invitedBy: undefined })} />
      )}
      {burst && (
        <RemovableChip
          label={t('participants.filter.clearBurst')}
          onRemove={() => onSearch({ burst: undefined })}
        >
          {t('participants.filter.burst')}
        </RemovableChip>
      )}
    </>
  )
}

interface InviterChipProps {
  eventId: string
  id: string
  onRemove: () => void
}

/** Names the inviter whose guests are listed. */
function InviterChip({ eventId, id, onRemove }: InviterChipProps) {
  const { t } = useTranslation()
  const { data, error } = useQuery(participantQuery(eventId, id))
  const name = data?.fullName ?? (error ? t('participants.filter.goneInviter') : '…')
  return (
    <RemovableChip label={t('participants.filter.clearInvitedBy', { name })} onRemove={onRemove}>
      {t('participants.filter.invitedBy', { name })}
    </RemovableChip>
  )
}

/** The filters without a chip that is always there. */
function OtherFilters({ eventId, search, onSearch, isPhone }: FilterProps & { isPhone: boolean }) {
  const { t } = useTranslation()
  const tickets = useQuery(ticketsQuery(eventId))
  const types = useParticipationTypes()
  const isVip = search.tab === 'vip'
  const choose = (name: 'type' | 'payment' | 'ticket') => ({
    // A phone has room for one of them.
    ...(isPhone
      ? {
          'aria-label': t(`participants.filter.${name}`),
          placeholder: t(`participants.filter.${name}`),
        }
      : { label: t(`participants.filter.${name}`), placeholder: t('participants.filter.any') }),
    value: search[name] ?? null,
    onChange: (value: string | null) => onSearch({ [name]: value ?? undefined }),
    clearable: true,
    clearButtonProps: { 'aria-label': t('common.clearChoice') },
    // On a wide screen they stand in a popover, which a press on an option beside it would close.
    comboboxProps: { withinPortal: isPhone },
  })
  return (
    <>
      {!isVip && <Select {...choose('type')} data={types} />}
      <Select
        {...choose('payment')}
        data={PAYMENTS.map((value) => ({ value, label: t(`participants.payment.${value}`) }))}
      />
      <Select
        {...choose('ticket')}
        data={(tickets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        nothingFoundMessage={t('tickets.empty.title')}
      />
    </>
  )
}
