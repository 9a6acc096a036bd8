import { IconBan, IconCalendarCheck, IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { EventStatus } from './queries'

const LOOKS = {
  upcoming: { color: 'blue', icon: IconClock },
  open: { color: 'jade', icon: IconCircleCheck },
  closed: { color: 'gray', icon: IconLock },
  over: { color: 'gray', icon: IconCalendarCheck },
  cancelled: { color: 'red', icon: IconBan },
} as const

interface StatusBadgeProps {
  status: EventStatus
  isCancelled?: boolean
  /** The event took place, which says more than that registration is closed. */
  isOver?: boolean
}

/** An event's state as word, icon and colour, because some users cannot see one of them. */
export function StatusBadge({ status, isCancelled, isOver }: StatusBadgeProps) {
  const { t } = useTranslation()
  const shown = isOver && status === 'closed' ? 'over' : status
  const look = isCancelled ? 'cancelled' : shown
  return <Pill {...LOOKS[look]}>{t(`events.status.${look}`)}</Pill>
}
