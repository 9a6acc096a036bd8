import { Badge } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconClockOff, IconTicketOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Code } from './queries'

const LOOKS = {
  active: { color: 'jade', glyph: IconCircleCheck },
  usedUp: { color: 'marigold', glyph: IconTicketOff },
  expired: { color: 'marigold', glyph: IconClockOff },
  inactive: { color: 'gray', glyph: IconCircleOff },
} as const

/** Whether visitors can register with the code now, and if not, why. */
export function CodeStateBadge({ state }: Pick<Code, 'state'>) {
  const { t } = useTranslation()
  const { color, glyph: Glyph } = LOOKS[state]
  return (
    <Badge
      variant="light"
      radius="xl"
      tt="none"
      fw={500}
      size="lg"
      miw="max-content"
      color={color}
      leftSection={<Glyph size={14} aria-hidden />}
    >
      {t(`participants.codes.state.${state}`)}
    </Badge>
  )
}
