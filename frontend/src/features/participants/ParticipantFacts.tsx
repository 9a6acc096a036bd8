import { Button, Group, Stack } from '@mantine/core'
import { IconCash, IconMail, IconTrash, IconUserCheck, IconUserMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { formatDateTime } from '~/lib/dates'
import { formatMoney } from '~/lib/money'
import { CheckinBadge, PaymentBadge } from './badges'
import classes from './ParticipantFacts.module.css'
import type { Participant } from './queries'
import { useParticipantActions } from './useParticipantActions'

interface ParticipantFactsProps {
  eventId: string
  participant: Participant
  /** They were removed. */
  onGone: () => void
}

/** What the product knows of somebody and nobody types: when, by which code, for how much; and what can be done at once. */
export function ParticipantFacts({ eventId, participant, onGone }: ParticipantFactsProps) {
  const { t } = useTranslation()
  const actions = useParticipantActions(eventId)
  const { id, fullName, email, isCheckedIn, paymentStatus, ticketCode } = participant
  const isPaid = paymentStatus === 'paid'

  const remove = async () => {
    if (await actions.remove({ ids: [id], name: fullName })) onGone()
  }

  return (
    <Stack gap="md">
      <Group gap="xs">
        <CheckinBadge {...participant} />
        <PaymentBadge {...participant} />
      </Group>
      <Facts participant={participant} />
      <Group gap="xs">
        <Button
          variant="light"
          leftSection={isCheckedIn ? <IconUserMinus size={18} /> : <IconUserCheck size={18} />}
          loading={actions.isBusy}
          onClick={() => actions.checkIn(participant, !isCheckedIn)}
        >
          {t(isCheckedIn ? 'participants.undoCheckIn' : 'participants.checkIn')}
        </Button>
        <Button
          variant="light"
          leftSection={<IconCash size={18} />}
          loading={actions.isBusy}
          onClick={() => actions.pay(participant, isPaid ? 'unpaid' : 'paid')}
        >
          {t(isPaid ? 'participants.markUnpaid' : 'participants.markPaid')}
        </Button>
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

function Facts({ participant }: Pick<ParticipantFactsProps, 'participant'>) {
  const { t } = useTranslation()
  const { checkedInTime, checkedInBy, paidAt } = participant
  const facts: [label: string, value: string | null | undefined][] = [
    [t('participants.field.ticketCode'), participant.ticketCode],
    [t('participants.field.registrationTime'), formatDateTime(participant.registrationTime)],
    [t('participants.field.source'), t(`participants.source.${participant.source}`)],
    [t('participants.field.invitationCode'), participant.invitationCode],
    [
      t('participants.field.checkedInTime'),
      checkedInTime && [formatDateTime(checkedInTime), checkedInBy].filter(Boolean).join(' · '),
    ],
    [t('participants.field.amount'), formatMoney(participant.amount)],
    [t('participants.field.paymentRef'), participant.paymentRef],
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
