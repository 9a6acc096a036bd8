import { Avatar, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import { smallest } from '~/lib/pictureSizes'
import type { GroupCard } from '../queries'
import classes from './GroupCards.module.css'

/** A group's picture, its name as the link to it, and the number of its members. */
export function GroupCardHead({
  id,
  name,
  avatar,
  memberCount,
}: Pick<GroupCard, 'id' | 'name' | 'avatar' | 'memberCount'>) {
  const { t } = useTranslation()
  return (
    <div className={classes.head}>
      <Avatar src={smallest(avatar)} alt="" name={name} color="jade" size={56} radius="md" />
      <div>
        <h3 className={classes.title}>
          <Link to="/my-group/$groupId" params={{ groupId: id }} className={classes.link}>
            {name}
          </Link>
        </h3>
        <Text size="sm" c="dimmed">
          {t('groups.memberCount', { count: memberCount, number: formatNumber(memberCount) })}
        </Text>
      </div>
    </div>
  )
}
