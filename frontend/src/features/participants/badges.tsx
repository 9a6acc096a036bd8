import { IconCash, IconCircleCheck, IconClock, IconMailQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import { formatTime } from '~/lib/dates'
import type { Participant } from './queries'

/** Whether they are inside, or have to confirm their registration first. */
export function CheckinBadge({ checkedInTime, confirmBy }: Pick<Participant, 'checkedInTime' | 'confirmBy'>) {
  const { t } = useTranslation()
  if (confirmBy) {
    return (
      <Pill color="marigold" icon={IconMailQuestion}>
        {t('participants.unconfirmed', { time: formatTime(confirmBy) })}
      </Pill>
    )
  }
  return checkedInTime ? (
    <Pill color="jade" icon={IconCircleCheck}>
      {t('participants.checkedInAt', { time: formatTime(checkedInTime) })}
    </Pill>
  ) : (
    <Pill color="gray" icon={IconClock}>
      {t('participants.notCheckedIn')}
    </Pill>
  )
}

/** A free ticket is shown as free, although the API calls it `paid`. */
export const isFree = ({ amount, paymentStatus }: Pick<Participant, 'amount' | 'paymentStatus'>) =>
  amount === 0 && paymentStatus === 'paid'

export function PaymentBadge({ amount, paymentStatus }: Pick<Participant, 'amount' | 'paymentStatus'>) {
  const { t } = useTranslation()
  if (isFree({ amount, paymentStatus })) {
    return <Pill color="gray">{t('participants.payment.free')}</Pill>
  }
  const isPaid = paymentStatus === 'paid'
  return (
    <Pill color={isPaid ? 'jade' : 'marigold'} icon={isPaid ? IconCircleCheck : IconCash}>
      {t(`participants.payment.${paymentStatus}`)}
    </Pill>
  )
}
