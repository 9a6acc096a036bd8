import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import type { Group } from '../queries'

/** Stands for the contents of a group where the reader is no member, and says how to become one. */
export function ForMembers({ group }: { group: Group }) {
  const { t } = useTranslation()
  const { myState, joinPolicy, archivedAt, wasRemoved, rejection } = group
  const isWaiting = myState === 'requested' || myState === 'invited'
  const closed = archivedAt
    ? 'archived'
    : wasRemoved
      ? 'removed'
      : rejection
        ? 'rejected'
        : joinPolicy === 'invite' && 'onlyInvited'
  const way = isWaiting ? myState : closed || 'join'
  return (
    <EmptyState
      icon={IconLock}
      title={t('groups.forMembers.title')}
      description={t(`groups.forMembers.${way}`)}
    />
  )
}
