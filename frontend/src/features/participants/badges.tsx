import { Badge } from '@mantine/core'
import { IconCash, IconCircleCheck, IconClock, IconMailQuestion, IconStar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '~/lib/dates'
import type { Participant } from './queries'

// Never narrower than its word: a status that ends in three dots says nothing.
const SHAPE = { variant: 'light', radius: 'xl', tt: 'none', fw: 500, size: 'lg', miw: 'max-content' } as const

/** Whether they are inside, or have to confirm their registration first. */
export function CheckinBadge({ checkedInTime, confirmBy }: Pick<Participant, 'checkedInTime' | 'confirmBy'>) {
  const { t } = useTranslation()
  if (confirmBy) {
    return (
      <Badge {...SHAPE} color="marigold" leftSection={<IconMailQuestion size={14} aria-hidden />}>
        {t('participants.unconfirmed', { time: formatTime(confirmBy) })}
      </Badge>
    )
  }
  return checkedInTime ? (
    <Badge {...SHAPE} color="jade" leftSection={<IconCircleCheck size={14} aria-hidden />}>
      {t('participants.checkedInAt', { time: formatTime(checkedInTime) })}
    </Badge>
  ) : (
    <Badge {...SHAPE} color="gray" leftSection={<IconClock size={14} aria-hidden />}>
      {t('participants.notCheckedIn')}
    </Badge>
  )
}

/** Nothing was ever due, so nothing has been paid either, although the API calls it `paid`. */
export const isFree = ({ amount, paymentStatus }: Pick<Participant, 'amount' | 'paymentStatus'>) =>
  amount === 0 && paymentStatus === 'paid'

export function PaymentBadge({ amount, paymentStatus }: Pick<Participant, 'amount' | 'paymentStatus'>) {
  const { t } = useTranslation()
  if (isFree({ amount, paymentStatus })) {
    return (
      <Badge {...SHAPE} color="gray">
        {t('participants.payment.free')}
      </Badge>
    )
  }
  const isPaid = paymentStatus === 'paid'
  const Glyph = isPaid ? IconCircleCheck : IconCash
  return (
    <Badge {...SHAPE} color={isPaid ? 'jade' : 'marigold'} leftSection={<Glyph size={14} aria-hidden />}>
      {t(`participants.payment.${paymentStatus}`)}
    </Badge>
  )
}

export function TypeBadge({ participationType }: Pick<Participant, 'participationType'>) {
  const { t } = useTranslation()
  if (participationType === 'ORDINARY') return <>{t('common.participationType.ORDINARY')}</>
  const star = participationType === 'VIP' ? <IconStar size={14} aria-hidden /> : null
  return (
    <Badge {...SHAPE} color="blue" leftSection={star}>
      {t(`common.participationType.${participationType}`)}
    </Badge>
  )
}
