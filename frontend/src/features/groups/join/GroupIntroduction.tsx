import { Avatar, Group as Row, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import { smallest } from '~/lib/pictureSizes'
import type { GroupCard } from '../queries'

/** A group as shown to a visitor who comes by a link and may have no account. */
export function GroupIntroduction(group: Pick<GroupCard, 'name' | 'avatar' | 'description' | 'memberCount'>) {
  const { t } = useTranslation()
  const { name, avatar, description, memberCount } = group
  return (
    <>
      <Row wrap="nowrap" gap="sm">
        <Avatar src={smallest(avatar)} alt="" name={name} color="jade" size={56} radius="md" />
        <div>
          <Text fw={600} fz="lg" component="h2">
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {t('groups.memberCount', { count: memberCount, number: formatNumber(memberCount) })}
          </Text>
        </div>
      </Row>
      {description && (
        <Text size="sm" lineClamp={5} style={{ whiteSpace: 'pre-line' }}>
          {description}
        </Text>
      )}
    </>
  )
}
