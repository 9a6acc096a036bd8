import { IconCrown, IconShield, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { GroupRole } from './queries'

const LOOKS = {
  owner: { color: 'jade', icon: IconCrown },
  manager: { color: 'blue', icon: IconShield },
  member: { color: 'gray', icon: IconUser },
} as const

export function RoleBadge({ role }: { role: GroupRole }) {
  const { t } = useTranslation()
  const { color, icon } = LOOKS[role]
  return (
    <Pill color={color} icon={icon}>
      {t(`groups.role.${role}`)}
    </Pill>
  )
}
