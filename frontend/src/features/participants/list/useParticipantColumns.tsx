import { Switch } from '@mantine/core'
import { IconCheck, IconStar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '~/components/DataTable'
import { PersonAvatar } from '~/components/PersonAvatar'
import { Pill } from '~/components/Pill'
import type { Event } from '~/features/events/queries'
import { TypeBadge } from '~/features/tickets/TypeBadge'
import { formatDateTime, formatTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { formatPhone } from '~/lib/phone'
import { CheckinBadge, PaymentBadge } from '../badges'
import { Masked } from '../details/SensitiveAnswer'
import type { ParticipantActions } from '../details/useParticipantActions'
import type { ParticipantSort } from '../listSearch'
import { isFree } from '../payments/owed'
import type { Participant } from '../queries'
import classes from './ParticipantList.module.css'
import { COLUMNS, type GuestColumn, type GuestColumns } from './useGuestColumns'

type Cell = Column<Participant, ParticipantSort>['cell']

interface ColumnOptions {
  isVip: boolean
  columns: GuestColumns
  questions: Event['eventForm']['scheme']
  actions: ParticipantActions
  isCancelled: boolean
}

const SORTS: Partial<Record<GuestColumn, ParticipantSort>> = {
  registrationTime: 'registrationTime',
  payment: 'paymentStatus',
  amount: 'amount',
  checkin: 'checkedInTime',
}

/** The name, the columns that were chosen, and for VIPs their guests and whether they are present. */
export function useParticipantColumns({ isVip, columns, questions, actions, isCancelled }: ColumnOptions) {
  const { t } = useTranslation()
  const cells: Record<GuestColumn, Cell> = {
    phone: ({ phone }) => formatPhone(phone),
    email: ({ email }) => email,
    participationType: ({ participationType }) => t(`common.participationType.${participationType}`),
    ticket: ({ ticket }) => ticket?.name ?? '–',
    registrationTime: ({ registrationTime }) => formatDateTime(registrationTime),
    payment: (person) => <PaymentBadge person={person} isCancelled={isCancelled} />,
    amount: ({ amount }) => formatMoney(amount),
    paymentMethod: (guest) =>
      isFree(guest) ? '–' : t(`participants.method.${guest.paymentMethod ?? 'none'}`),
    paymentRef: (participant) => (isFree(participant) ? '–' : participant.paymentRef),
    checkin: CheckinBadge,
    ticketCode: ({ ticketCode }) => ticketCode,
    source: ({ source }) => t(`participants.source.${source}`),
    role: ({ role }) => role,
    invitedBy: ({ invitedBy }) => invitedBy,
    note: ({ note }) => note,
  }
  const chosen = COLUMNS.filter(columns.isShown).map(
    (key): Column<Participant, ParticipantSort> => ({
      key,
      sortKey: SORTS[key],
      header: t(`participants.column.${key}`),
      align: key === 'amount' ? 'right' : undefined,
      cell: (participant) => <span className={classes.cell}>{cells[key](participant)}</span>,
    }),
  )
  const answers = questions.flatMap(({ id, question }): Column<Participant, ParticipantSort>[] =>
    id && columns.isShown(id)
      ? [{ key: id, header: question, cell: (participant) => <Answer participant={participant} id={id} /> }]
      : [],
  )
  const vip: Column<Participant, ParticipantSort>[] = [
    {
      key: 'guests',
      header: t('participants.guests.column'),
      cell: ({ guests }) => (guests > 0 ? formatNumber(guests) : '–'),
    },
    {
      key: 'toggle',
      header: t('participants.vip.toggle'),
      cell: (participant) => <PresenceSwitch participant={participant} actions={actions} />,
    },
  ]
  return [
    {
      key: 'fullName',
      sortKey: 'fullName',
      header: t('participants.field.fullName'),
      cell: (participant) => <Name participant={participant} isVip={isVip} />,
    } satisfies Column<Participant, ParticipantSort>,
    ...chosen,
    ...answers,
    ...(isVip ? vip : []),
  ]
}

interface PresenceSwitchProps {
  participant: Participant
  actions: ParticipantActions
}

/** Checks a VIP in and out by hand. */
export function PresenceSwitch({ participant, actions }: PresenceSwitchProps) {
  const { t } = useTranslation()
  return (
    <Switch
      checked={Boolean(participant.checkedInTime)}
      disabled={actions.isBusy || Boolean(participant.erasedAt)}
      onChange={() => void actions.toggleCheckIn(participant)}
      aria-label={t('participants.vip.toggleOf', { name: participant.fullName })}
      styles={{ track: { cursor: 'pointer' } }}
    />
  )
}

/** Names only a type that is not the usual one, and not on the tab whose participants all have it. */
function Name({ participant, isVip }: { participant: Participant; isVip: boolean }) {
  const { t } = useTranslation()
  const { avatar, fullName, company, participationType, erasedAt } = participant
  if (erasedAt) {
    return <span className={classes.quiet}>{t('participants.erase.name')}</span>
  }
  return (
    <span className={classes.person}>
      <PersonAvatar src={avatar} fullName={fullName} size={32} />
      <span className={classes.words}>
        <span className={classes.name}>
          <span className={classes.cut}>{fullName}</span>
          {!isVip && participationType !== 'ORDINARY' && <TypeBadge participationType={participationType} />}
        </span>
        {company && <span className={`${classes.cut} ${classes.under}`}>{company}</span>}
      </span>
    </span>
  )
}

function Answer({ participant, id }: { participant: Participant; id: string }) {
  const { t } = useTranslation()
  const given = participant.answers.find(({ questionId }) => questionId === id)
  if (!given || given.answer.length === 0) return <>–</>
  if (given.type === 'IMAGE') return <>{t('participants.column.picture')}</>
  if (given.sensitive) return <Masked />
  const text = [given.answer].flat().join(', ')
  return (
    <span className={classes.cell} title={text}>
      {text}
    </span>
  )
}

/** A row of the list on a phone: name, contact, and problems. */
export function PhoneLine({ participant, isCancelled }: { participant: Participant; isCancelled: boolean }) {
  const { t } = useTranslation()
  const { phone, ticket, company, paymentStatus, confirmBy, checkedInTime, participationType } = participant
  const fullName = participant.erasedAt ? t('participants.erase.name') : participant.fullName
  return (
    <span className={classes.phoneLine}>
      <span className={classes.words}>
        <span className={classes.name}>
          <span className={classes.cut}>{fullName}</span>
          {participationType === 'VIP' && (
            <IconStar size={16} aria-label={t('common.participationType.VIP')} className={classes.vip} />
          )}
        </span>
        <span className={`${classes.cut} ${classes.contact}`}>
          {[formatPhone(phone), ticket?.name ?? company].filter(Boolean).join(' · ')}
        </span>
      </span>
      {confirmBy ? (
        <Pill color="marigold">{t('participants.unconfirmedShort')}</Pill>
      ) : paymentStatus === 'unpaid' ? (
        <span className={classes.inside}>
          {checkedInTime && <IconCheck size={16} aria-label={t('participants.checkedIn')} />}
          <PaymentBadge person={participant} isCancelled={isCancelled} isShort />
        </span>
      ) : (
        checkedInTime && (
          <span className={classes.inside}>
            <IconCheck size={14} aria-label={t('participants.checkedIn')} />
            {formatTime(checkedInTime)}
          </span>
        )
      )}
    </span>
  )
}
