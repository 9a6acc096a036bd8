import { Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from '~/components/DataTable'
import { TypeBadge } from '~/features/tickets/TypeBadge'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/money'
import { CheckinBadge, PaymentBadge } from './badges'
import type { ParticipantSort } from './listSearch'
import type { Participant } from './queries'
import type { ParticipantActions } from './useParticipantActions'

/** What the list says of everybody; the VIP tab has guests and the toggle instead of the type. */
export function useParticipantColumns(
  isVip: boolean,
  actions: ParticipantActions,
): Column<Participant, ParticipantSort>[] {
  const { t } = useTranslation()
  const columns: Column<Participant, ParticipantSort>[] = [
    {
      key: 'fullName',
      sortKey: 'fullName',
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
    {
      key: 'registrationTime',
      sortKey: 'registrationTime',
      header: t('participants.field.registrationTime'),
      wideOnly: true,
      cell: ({ registrationTime }) => formatDateTime(registrationTime),
    },
    {
      key: 'payment',
      sortKey: 'paymentStatus',
      header: t('participants.field.paymentStatus'),
      cell: PaymentBadge,
    },
    {
      key: 'checkin',
      sortKey: 'checkedInTime',
      header: t('participants.field.checkedInTime'),
      cell: CheckinBadge,
    },
  ]
  if (!isVip) {
    columns.splice(2, 0, { key: 'type', header: t('participants.field.participationType'), cell: TypeBadge })
    return columns
  }
  columns.splice(3, 0, {
    key: 'guests',
    header: t('participants.guests.column'),
    cell: ({ guests }) => (guests > 0 ? formatNumber(guests) : '–'),
  })
  columns.push({
    key: 'toggle',
    header: t('participants.vip.toggle'),
    cell: (participant) => (
      <Switch
        checked={Boolean(participant.checkedInTime)}
        disabled={actions.isBusy}
        onChange={() => void actions.toggleCheckIn(participant)}
        aria-label={t('participants.vip.toggleOf', { name: participant.fullName })}
        styles={{ track: { cursor: 'pointer' } }}
      />
    ),
  })
  return columns
}
