import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import { formatTime } from '~/lib/dates'
import { formatCompactMoney, formatMoney } from '~/lib/numbers'
import classes from './list/ParticipantList.module.css'
import { isFree, outstanding } from './payments/owed'
import type { Participant } from './queries'

// Only states that need an action are coloured; the normal case is quiet.

/** Whether they are inside, or have to confirm their registration first. */
export function CheckinBadge({ checkedInTime, confirmBy }: Pick<Participant, 'checkedInTime' | 'confirmBy'>) {
  const { t } = useTranslation()
  if (confirmBy) {
    return <Pill color="marigold">{t('participants.unconfirmed', { time: formatTime(confirmBy) })}</Pill>
  }
  if (!checkedInTime) return <span className={classes.quiet}>{t('participants.notCheckedIn')}</span>
  return (
    <span className={classes.inside}>
      <IconCheck size={14} aria-hidden />
      {t('participants.checkedInAt', { time: formatTime(checkedInTime) })}
    </span>
  )
}

interface PaymentBadgeProps {
  person: Pick<Participant, 'amount' | 'received' | 'paymentStatus'>
  /** Nothing is due any more for an event that does not take place. */
  isCancelled: boolean
  /** On a phone: only how much is due, so that the name beside it has room. */
  isShort?: boolean
}

export function PaymentBadge({ person, isCancelled, isShort = false }: PaymentBadgeProps) {
  const { t } = useTranslation()
  const { amount, received, paymentStatus } = person
  if (paymentStatus === 'unpaid' && isCancelled) {
    return <span className={classes.quiet}>{t('participants.payment.nothingDue')}</span>
  }
  if (paymentStatus === 'unpaid') {
    const words =
      received > 0
        ? t('participants.payment.part', { amount: formatMoney(outstanding(person)) })
        : t('participants.payment.unpaid')
    if (!isShort) return <Pill color="marigold">{words}</Pill>
    return (
      <Pill color="marigold">
        <span aria-hidden>
          {t('participants.payment.owes', { amount: formatCompactMoney(outstanding(person)) })}
        </span>
        <VisuallyHidden>{words}</VisuallyHidden>
      </Pill>
    )
  }
  return (
    <span className={classes.quiet}>
      {t(`participants.payment.${isFree({ amount, paymentStatus }) ? 'free' : 'paid'}`)}
    </span>
  )
}
