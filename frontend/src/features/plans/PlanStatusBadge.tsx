import { IconCircleCheck, IconClock, IconClockOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { PlanStatus } from './search'

const LOOKS = {
  active: { color: 'jade', icon: IconCircleCheck },
  inactive: { color: 'blue', icon: IconClock },
  expired: { color: 'gray', icon: IconClockOff },
} as const

/** The state of a plan, or of an account's personal plan, today. */
export function PlanStatusBadge({ status }: { status: PlanStatus }) {
  const { t } = useTranslation()
  const { color, icon } = LOOKS[status]
  return (
    <Pill color={color} icon={icon}>
      {t(`plans.status.${status}`)}
    </Pill>
  )
}
