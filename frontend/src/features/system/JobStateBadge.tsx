import { IconBan, IconClockHour4, IconHourglass, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { Job } from './queries'

const LOOKS = {
  dead: { color: 'red', icon: IconBan },
  waiting: { color: 'marigold', icon: IconHourglass },
  running: { color: 'jade', icon: IconPlayerPlay },
  later: { color: 'gray', icon: IconClockHour4 },
} as const

export function JobStateBadge({ state }: Pick<Job, 'state'>) {
  const { t } = useTranslation()
  const { color, icon } = LOOKS[state]
  return (
    <Pill color={color} icon={icon}>
      {t(`system.jobState.${state}`)}
    </Pill>
  )
}
