import { IconArchive, IconCircleCheck, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { GroupRow } from './queries'

const LOOKS = {
  active: { color: 'jade', icon: IconCircleCheck },
  hidden: { color: 'blue', icon: IconEyeOff },
  archived: { color: 'gray', icon: IconArchive },
} as const

/** Says that a group is archived, or that it is not listed; nothing for other groups. */
export function GroupStateBadge({ archivedAt, isListed }: Pick<GroupRow, 'archivedAt' | 'isListed'>) {
  const { t } = useTranslation()
  const state = archivedAt ? 'archived' : isListed ? 'active' : 'hidden'
  const { color, icon } = LOOKS[state]
  return (
    <Pill color={color} icon={icon}>
      {t(`groups.state.${state}`)}
    </Pill>
  )
}
