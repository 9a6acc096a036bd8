import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EventSummary } from './queries'

/** The group to which an event belongs, if there is one. */
export function GroupLine({ groupName, membersOnly }: Pick<EventSummary, 'groupName' | 'membersOnly'>) {
  const { t } = useTranslation()
  if (groupName === null) return null
  return (
    <Text component="span" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {t(membersOnly ? 'events.group.ofMembers' : 'events.group.of', { group: groupName })}
    </Text>
  )
}
