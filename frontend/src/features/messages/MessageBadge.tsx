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
import { Pill } from '~/components/Pill'
import type { DeliveryState, MessageSummary } from './queries'

const MESSAGE = {
  draft: { color: 'gray', icon: IconPencil },
  scheduled: { color: 'blue', icon: IconClock },
  sending: { color: 'marigold', icon: IconSend },
  sent: { color: 'jade', icon: IconCircleCheck },
  cancelled: { color: 'red', icon: IconBan },
} as const

export function MessageBadge({ status }: Pick<MessageSummary, 'status'>) {
  const { t } = useTranslation()
  const { color, icon } = MESSAGE[status]
  return (
    <Pill color={color} icon={icon}>
      {t(`messages.status.${status}`)}
    </Pill>
  )
}

const DELIVERY = {
  waiting: { color: 'gray', icon: IconClock },
  sent: { color: 'jade', icon: IconCircleCheck },
  failed: { color: 'red', icon: IconX },
  skipped: { color: 'blue', icon: IconMinus },
} as const

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { t } = useTranslation()
  const { color, icon } = DELIVERY[state]
  return (
    <Pill color={color} icon={icon}>
      {t(`messages.state.${state}`)}
    </Pill>
  )
}
