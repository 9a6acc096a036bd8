import { IconBan, IconCircleCheck, IconMailQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { Committee } from './queries'

const LOOKS = {
  active: { color: 'jade', icon: IconCircleCheck },
  unverified: { color: 'marigold', icon: IconMailQuestion },
  suspended: { color: 'red', icon: IconBan },
} as const

/** Whether the account can log in, and if not, why. */
export function CommitteeStateBadge({ isActive, isEmailVerified }: Committee) {
  const { t } = useTranslation()
  const state = !isActive ? 'suspended' : isEmailVerified ? 'active' : 'unverified'
  const { color, icon } = LOOKS[state]
  return (
    <Pill color={color} icon={icon}>
      {t(`committees.state.${state}`)}
    </Pill>
  )
}
