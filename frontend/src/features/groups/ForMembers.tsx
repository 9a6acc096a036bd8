import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import type { Group } from './queries'

/** Stands for the contents of a group where the reader is no member, and says how to become one. */
export function ForMembers({ group: { myState, joinPolicy } }: { group: Group }) {
  const { t } = useTranslation()
  const isWaiting = myState === 'requested' || myState === 'invited'
  const way = isWaiting ? myState : joinPolicy === 'invite' ? 'onlyInvited' : 'join'
  return (
    <EmptyState
      icon={IconLock}
      title={t('groups.forMembers.title')}
      description={t(`groups.forMembers.${way}`)}
    />
  )
}
