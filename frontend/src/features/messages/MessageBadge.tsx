import { Badge } from '@mantine/core'
import {
  IconBan,
  IconCircleCheck,
  IconClock,
  IconMinus,
  IconPencil,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DeliveryState, MessageSummary } from './queries'

const SHAPE = { variant: 'light', radius: 'xl', tt: 'none', fw: 500, size: 'lg', miw: 'max-content' } as const

const MESSAGE = {
  draft: { color: 'gray', Glyph: IconPencil },
  scheduled: { color: 'blue', Glyph: IconClock },
  sending: { color: 'marigold', Glyph: IconSend },
  sent: { color: 'jade', Glyph: IconCircleCheck },
  cancelled: { color: 'red', Glyph: IconBan },
} as const

export function MessageBadge({ status }: Pick<MessageSummary, 'status'>) {
  const { t } = useTranslation()
  const { color, Glyph } = MESSAGE[status]
  return (
    <Badge {...SHAPE} color={color} leftSection={<Glyph size={14} aria-hidden />}>
      {t(`messages.status.${status}`)}
    </Badge>
  )
}

const DELIVERY = {
  waiting: { color: 'gray', Glyph: IconClock },
  sent: { color: 'jade', Glyph: IconCircleCheck },
  failed: { color: 'red', Glyph: IconX },
  skipped: { color: 'blue', Glyph: IconMinus },
} as const

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { t } = useTranslation()
  const { color, Glyph } = DELIVERY[state]
  return (
    <Badge {...SHAPE} color={color} leftSection={<Glyph size={14} aria-hidden />}>
      {t(`messages.state.${state}`)}
    </Badge>
  )
}
