import { Badge } from '@mantine/core'
import { IconCash, IconCircleCheck, IconClock, IconStar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '~/lib/dates'
import type { Participant } from './queries'

// Never narrower than its word: a status that ends in three dots says nothing.
const SHAPE = { variant: 'light', radius: 'xl', tt: 'none', fw: 500, size: 'lg', miw: 'max-content' } as const

export function CheckinBadge({ checkedInTime }: Pick<Participant, 'checkedInTime'>) {
  const { t } = useTranslation()
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

export function PaymentBadge({ paymentStatus }: Pick<Participant, 'paymentStatus'>) {
  const { t } = useTranslation()
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
