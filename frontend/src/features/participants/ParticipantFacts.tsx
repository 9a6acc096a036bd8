import { Anchor, Button, Group, Stack } from '@mantine/core'
import {
  IconCash,
  IconMail,
  IconMailCheck,
  IconTrash,
  IconUserCheck,
  IconUserMinus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { PersonAvatar } from '~/components/PersonAvatar'
import { TypeBadge } from '~/features/tickets/TypeBadge'
import { formatDateTime } from '~/lib/dates'
import { formatMoney } from '~/lib/money'
import { CheckinBadge, isFree, PaymentBadge } from './badges'
import classes from './ParticipantFacts.module.css'
import type { Participant } from './queries'
import { useParticipantActions } from './useParticipantActions'

interface ParticipantFactsProps {
  eventId: string
  participant: Participant
  /** Called after the participant was removed. */
  onGone: () => void
  /** Opens the panel of another participant. */
  onOpen: (id: string) => void
}

/** The read-only facts about a participant (times, code, amount), with actions on them. */
export function ParticipantFacts({ eventId, participant, onGone, onOpen }: ParticipantFactsProps) {
  const { t } = useTranslation()
  const actions = useParticipantActions(eventId)
  const { id, fullName, email, isCheckedIn, paymentStatus, ticketCode } = participant
  const isPaid = paymentStatus === 'paid'

  const remove = async () => {
    if (await actions.remove({ id, name: fullName })) onGone()
  }

  return (
    <Stack gap="md">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <PersonAvatar src={participant.avatar} fullName={fullName} size={56} radius="md" />
        <Group gap="xs">
          <TypeBadge {...participant} />
          <CheckinBadge {...participant} />
          <PaymentBadge {...participant} />
        </Group>
      </Group>
      <Facts participant={participant} onOpen={onOpen} />
      <Group gap="xs">
        <Button
          variant="light"
          leftSection={isCheckedIn ? <IconUserMinus size={18} /> : <IconUserCheck size={18} />}
          loading={actions.isBusy}
          onClick={() => void actions.toggleCheckIn(participant)}
        >
          {t(isCheckedIn ? 'participants.undoCheckIn' : 'participants.checkIn')}
        </Button>
        {participant.confirmBy && (
          <Button
            variant="light"
            leftSection={<IconMailCheck size={18} />}
            loading={actions.isBusy}
            onClick={() => actions.confirm(participant)}
          >
            {t('participants.confirm')}
          </Button>
        )}
        {!isFree(participant) && (
          <Button
            variant="light"
            leftSection={<IconCash size={18} />}
            loading={actions.isBusy}
            onClick={() => actions.pay(participant, isPaid ? 'unpaid' : 'paid')}
          >
            {t(isPaid ? 'participants.markUnpaid' : 'participants.markPaid')}
          </Button>
        )}
        {email && (
          <Button
            variant="default"
            leftSection={<IconMail size={18} />}
            loading={actions.isBusy}
            onClick={() => actions.resend(participant)}
          >
            {t('participants.resend')}
          </Button>
        )}
        <CopyButton value={ticketCode} label={t('participants.copyCode')} />
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={18} />}
          loading={actions.isBusy}
          onClick={() => void remove()}
        >
          {t('common.delete')}
        </Button>
      </Group>
    </Stack>
  )
}

function Facts({ participant, onOpen }: Pick<ParticipantFactsProps, 'participant' | 'onOpen'>) {
  const { t } = useTranslation()
  const { checkedInTime, checkedInBy, paidAt, invitedBy, invitedByAttendanceId: inviter } = participant
  const link = (id: string) => (
    <Anchor component="button" type="button" ta="left" onClick={() => onOpen(id)}>
      {invitedBy}
    </Anchor>
  )
  const facts: [label: string, value: ReactNode][] = [
    [t('participants.field.ticketCode'), participant.ticketCode],
    [t('participants.field.registrationTime'), formatDateTime(participant.registrationTime)],
    [t('participants.field.source'), t(`participants.source.${participant.source}`)],
    [t('participants.field.invitationCode'), participant.invitationCode],
    [t('participants.field.invitedBy'), inviter ? link(inviter) : invitedBy],
    [
      t('participants.field.checkedInTime'),
      checkedInTime && [formatDateTime(checkedInTime), checkedInBy].filter(Boolean).join(' · '),
    ],
    [t('participants.field.amount'), formatMoney(participant.amount)],
    [t('participants.field.paymentRef'), !isFree(participant) && participant.paymentRef],
    [t('participants.field.paidAt'), paidAt && formatDateTime(paidAt)],
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
