import { Text } from '@mantine/core'
import { IconCircleOff, IconClockOff, IconTicketOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { Code } from './queries'

const LOOKS = {
  usedUp: { color: 'marigold', icon: IconTicketOff },
  expired: { color: 'marigold', icon: IconClockOff },
  inactive: { color: 'gray', icon: IconCircleOff },
} as const

/** Whether visitors can register with the code now, and if not, why. */
export function CodeStateBadge({ state }: Pick<Code, 'state'>) {
  const { t } = useTranslation()
  // The normal case is quiet, so that exceptions are seen.
  if (state === 'active')
    return (
      <Text component="span" size="sm" c="dimmed">
        {t('invitationCodes.state.active')}
      </Text>
    )
  const { color, icon } = LOOKS[state]
  return (
    <Pill color={color} icon={icon}>
      {t(`invitationCodes.state.${state}`)}
    </Pill>
  )
}
