import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHourglassOff,
  IconMailOff,
  IconUserX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { JoinRequest } from '../queries'

const LOOKS = {
  pending: { color: 'marigold', icon: IconClock },
  accepted: { color: 'jade', icon: IconCircleCheck },
  rejected: { color: 'red', icon: IconCircleX },
  cancelled: { color: 'gray', icon: IconArrowBackUp },
  declined: { color: 'gray', icon: IconUserX },
  revoked: { color: 'gray', icon: IconMailOff },
  expired: { color: 'gray', icon: IconHourglassOff },
} as const

export function RequestStatusBadge({ status }: Pick<JoinRequest, 'status'>) {
  const { t } = useTranslation()
  const { color, icon } = LOOKS[status]
  return (
    <Pill color={color} icon={icon}>
      {t(`groups.requestStatus.${status}`)}
    </Pill>
  )
}
