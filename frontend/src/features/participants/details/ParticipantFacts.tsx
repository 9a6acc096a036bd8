import { ActionIcon, Anchor, Button, Group, Text, UnstyledButton } from '@mantine/core'
import {
  IconCash,
  IconChevronDown,
  IconChevronUp,
  IconMail,
  IconMailCheck,
  IconMessageCircle,
  IconPencil,
  IconPhone,
  IconPrinter,
  IconUserCheck,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { PersonAvatar } from '~/components/PersonAvatar'
import { QrCode } from '~/components/QrCode'
import { useRight } from '~/features/events/eventRights'
import { eventQuery } from '~/features/events/queries'
import { TypeBadge } from '~/features/tickets/TypeBadge'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { formatPhone } from '~/lib/phone'
import { CheckinBadge, PaymentBadge } from '../badges'
import { PANEL_MARK } from '../list/useGuestKeys'
import { isFree, outstanding } from '../payments/owed'
import type { Participant } from '../queries'
import { EraseModal } from '../removal/EraseModal'
import classes from './ParticipantFacts.module.css'
import { ParticipantMenu } from './ParticipantMenu'
import { SensitiveAnswer } from './SensitiveAnswer'
import { TicketModal } from './TicketModal'
import type { Neighbours } from './useNeighbours'
import { type ParticipantActions, useParticipantActions } from './useParticipantActions'

interface ParticipantHeadProps {
  eventId: string
  participant: Participant
  neighbours: Neighbours
  onEdit: () => void
  /** Called after the participant was removed. */
  onGone: () => void
}

/** The participant's name, contact and code, and the next actions. */
export function ParticipantHead({ eventId, participant, neighbours, onEdit, onGone }: ParticipantHeadProps) {
  const { t } = useTranslation()
  const actions = useParticipantActions(eventId)
  const isCancelled = useQuery(eventQuery(eventId)).data?.isCancelled ?? false
  const mayErase = useRight(eventId, 'personalData')
  const [showsTicket, setShowsTicket] = useState(false)
  const [isErasing, setErasing] = useState(false)
  const { fullName, company, role, ticketCode } = participant
  const isErased = Boolean(participant.erasedAt)
  const remove = async () => {
    if (await actions.remove(participant)) onGone()
  }
  return (
    <div {...PANEL_MARK}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Steps {...neighbours} />
        <Group gap={4}>
          {!isErased && (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPencil size={16} />}
              onClick={onEdit}
            >
              {t('common.edit')}
            </Button>
          )}
          <ParticipantMenu
            participant={participant}
            actions={actions}
            onEdit={onEdit}
            onTicket={() => setShowsTicket(true)}
            onRemove={() => void remove()}
            onErase={mayErase ? () => setErasing(true) : undefined}
          />
        </Group>
      </Group>
      <div className={classes.head}>
        <div>
          <Group gap="sm" wrap="nowrap" mb="sm">
            <PersonAvatar src={participant.avatar} fullName={fullName} size={48} />
            <div className={classes.origin}>
              {company && <Text fw={500}>{company}</Text>}
              {role && (
                <Text size="sm" c="dimmed">
                  {role}
                </Text>
              )}
            </div>
          </Group>
          <Group gap="xs">
            <TypeBadge {...participant} />
            <CheckinBadge {...participant} />
            <PaymentBadge person={participant} isCancelled={isCancelled} />
          </Group>
        </div>
        {!isErased && (
          <div className={classes.ticket}>
            <QrCode
              text={ticketCode}
              label={t('participants.panel.qr', { name: fullName })}
              className={classes.qr}
            />
            <CopyButton value={ticketCode} label={ticketCode} variant="subtle" size="compact-sm" />
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPrinter size={16} />}
              onClick={() => setShowsTicket(true)}
            >
              {t('participants.ticket.open')}
            </Button>
            {showsTicket && (
              <TicketModal
                eventId={eventId}
                participant={participant}
                onClose={() => setShowsTicket(false)}
              />
            )}
          </div>
        )}
      </div>
      <Contact {...participant} />
      {!isErased && !isCancelled && <NextAct participant={participant} actions={actions} />}
      {isErasing && (
        <EraseModal eventId={eventId} participant={participant} onClose={() => setErasing(false)} />
      )}
    </div>
  )
}

/** Leads through the list without closing the panel. */
function Steps({ place, total, go }: Neighbours) {
  const { t } = useTranslation()
  // A participant opened by a link has no place in a list.
  if (place === undefined) return <span />
  return (
    <Group gap={4}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('participants.panel.previous')}
        disabled={place === 1}
        onClick={() => go(-1)}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('participants.panel.next')}
        disabled={place === total}
        onClick={() => go(1)}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
      <Text size="sm" c="dimmed" ml={4}>
        {t('participants.panel.place', { place: formatNumber(place), total: formatNumber(total) })}
      </Text>
    </Group>
  )
}

const NEW_TAB = { target: '_blank', rel: 'noreferrer' }

/** Zalo knows people by their number with the country's, without the plus sign. */
const zaloOf = (phone: string) => `https://zalo.me/${phone.replace(/\D/g, '').replace(/^0/, '84')}`

function Contact({ phone, email }: Pick<Participant, 'phone' | 'email'>) {
  const { t } = useTranslation()
  return (
    <ul className={classes.contact}>
      {phone && (
        <li>
          <UnstyledButton
            component="a"
            className={classes.reach}
            href={`tel:${phone.replace(/[^\d+]/g, '')}`}
          >
            <IconPhone size={18} aria-hidden />
            {formatPhone(phone)}
          </UnstyledButton>
          <UnstyledButton component="a" className={classes.reach} href={zaloOf(phone)} {...NEW_TAB}>
            <IconMessageCircle size={18} aria-hidden />
            {t('participants.panel.zalo')}
          </UnstyledButton>
        </li>
      )}
      {email && (
        <li>
          <UnstyledButton component="a" className={classes.reach} href={`mailto:${email}`}>
            <IconMail size={18} aria-hidden />
            {email}
          </UnstyledButton>
        </li>
      )}
    </ul>
  )
}

/** The most likely next action; the others stand in the menu. */
function NextAct({ participant, actions }: { participant: Participant; actions: ParticipantActions }) {
  const { t } = useTranslation()
  const act = (label: string, icon: ReactNode, run: () => void) => (
    <Button fullWidth mt="md" leftSection={icon} loading={actions.isBusy} onClick={run}>
      {label}
    </Button>
  )
  if (participant.confirmBy) {
    return act(t('participants.confirm'), <IconMailCheck size={18} />, () => actions.confirm(participant))
  }
  if (participant.paymentStatus === 'unpaid') {
    const amount = formatMoney(outstanding(participant))
    return act(t('participants.panel.pay', { amount }), <IconCash size={18} />, () =>
      actions.pay(participant, 'paid'),
    )
  }
  if (participant.checkedInTime) return null
  return act(
    t('participants.checkIn'),
    <IconUserCheck size={18} />,
    () => void actions.toggleCheckIn(participant),
  )
}

/** Shown one at a time. */
const SEALED = ['identificationNumber', 'taxNumber'] as const

interface ParticipantFactsProps {
  eventId: string
  participant: Participant
  /** Opens the panel of another participant. */
  onOpen: (id: string) => void
}

/** The version of the words, when they were agreed to and from where, and when that was taken back. */
function Consent({ consent, consentWithdrawnAt }: Pick<Participant, 'consent' | 'consentWithdrawnAt'>) {
  const { t } = useTranslation()
  return (
    <>
      {consent &&
        t('participants.consent.given', { version: consent.version, time: formatDateTime(consent.at) })}
      {consent?.address && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('participants.consent.address', { address: consent.address })}
        </Text>
      )}
      {consentWithdrawnAt && (
        <Text size="sm" fw={500}>
          {t('participants.consent.withdrawn', { time: formatDateTime(consentWithdrawnAt) })}
        </Text>
      )}
    </>
  )
}

/** The facts about a participant that the head does not show. */
export function ParticipantFacts({ eventId, participant, onOpen }: ParticipantFactsProps) {
  const { t } = useTranslation()
  const { checkedInTime, checkedInBy, invitedBy, invitedByAttendanceId: inviter } = participant
  const { paymentMethod, gender, dateOfBirth } = participant
  const link = (id: string) => (
    <Anchor component="button" type="button" ta="left" onClick={() => onOpen(id)}>
      {invitedBy}
    </Anchor>
  )
  const facts: [label: string, value: ReactNode][] = [
    [t('participants.field.ticket'), participant.ticket?.name],
    [t('participants.field.amount'), formatMoney(participant.amount)],
    [
      t('participants.field.paymentMethod'),
      !isFree(participant) && t(`participants.method.${paymentMethod ?? 'none'}`),
    ],
    [t('participants.field.paymentRef'), !isFree(participant) && participant.paymentRef],
    [
      t('participants.field.checkedInTime'),
      checkedInTime && [formatDateTime(checkedInTime), checkedInBy].filter(Boolean).join(' · '),
    ],
    [t('participants.field.registrationTime'), formatDateTime(participant.registrationTime)],
    [t('participants.field.source'), t(`participants.source.${participant.source}`)],
    [t('participants.field.invitationCode'), participant.invitationCode],
    [t('participants.field.invitedBy'), inviter ? link(inviter) : invitedBy],
    [t('participants.field.country'), participant.country],
    [t('participants.field.dateOfBirth'), dateOfBirth && formatDate(dateOfBirth)],
    [t('participants.field.gender'), gender && t(`common.gender.${gender}`)],
    ...SEALED.map((field): [string, ReactNode] => [
      t(`participants.field.${field}`),
      participant[field] && (
        <SensitiveAnswer
          key={participant.id}
          eventId={eventId}
          participantId={participant.id}
          questionId={field}
          question={t(`participants.field.${field}`)}
        />
      ),
    ]),
    [t('participants.field.note'), participant.note],
    [
      t('participants.consent.label'),
      (participant.consent || participant.consentWithdrawnAt) && <Consent {...participant} />,
    ],
  ]
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
