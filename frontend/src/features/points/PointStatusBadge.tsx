import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { Point } from './queries'

const LOOKS = {
  pending: { color: 'marigold', icon: IconClock },
  approved: { color: 'jade', icon: IconCheck },
  rejected: { color: 'red', icon: IconX },
  voided: { color: 'gray', icon: IconX },
} as const

export function PointStatusBadge({ point }: { point: Pick<Point, 'status' | 'voidedAt'> }) {
  const { t } = useTranslation()
  const state = point.voidedAt ? 'voided' : point.status
  const { color, icon } = LOOKS[state]
  return (
    <Pill color={color} icon={icon}>
      {t(`points.status.${state}`)}
    </Pill>
  )
}
