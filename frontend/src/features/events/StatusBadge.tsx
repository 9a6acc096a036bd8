import { Badge } from '@mantine/core'
import { IconBan, IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EventStatus } from './queries'

const LOOKS = {
  upcoming: { color: 'blue', Glyph: IconClock },
  open: { color: 'jade', Glyph: IconCircleCheck },
  closed: { color: 'gray', Glyph: IconLock },
  cancelled: { color: 'red', Glyph: IconBan },
} as const

interface StatusBadgeProps {
  status: EventStatus
  isCancelled?: boolean
  size?: 'md' | 'lg'
}

/** An event's state as word, icon and colour, so that nobody depends on one of them. */
export function StatusBadge({ status, isCancelled, size = 'lg' }: StatusBadgeProps) {
  const { t } = useTranslation()
  const look = isCancelled ? 'cancelled' : status
  const { color, Glyph } = LOOKS[look]
  return (
    <Badge
      variant="light"
      color={color}
      size={size}
      radius="xl"
      tt="none"
      fw={500}
      leftSection={<Glyph size={14} aria-hidden />}
    >
      {t(`common.status.${look}`)}
    </Badge>
  )
}
