import { Avatar, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import { smallest } from '~/lib/pictureSizes'
import classes from './GroupCards.module.css'
import { MembershipButtons } from './MembershipButtons'
import type { GroupCard, Suggestion } from './queries'

interface DiscoveryCardProps {
  group: GroupCard
  /** Why it is suggested; absent in the results of a search. */
  why?: Suggestion['why']
}

/** A group that the caller may join. */
export function DiscoveryCard({ group, why }: DiscoveryCardProps) {
  const { t } = useTranslation()
  const { id, name, avatar, description, memberCount } = group
  return (
    <li className={classes.card} aria-label={name}>
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
      {description && (
        <Text size="sm" lineClamp={3}>
          {description}
        </Text>
      )}
      {why && <Why why={why} />}
      <div className={classes.foot}>
        <MembershipButtons group={group} />
      </div>
    </li>
  )
}

function Why({ why }: { why: Suggestion['why'] }) {
  const { t } = useTranslation()
  const { reason, count, businessField } = why
  return (
    <Text size="sm" c="dimmed" style={{ display: 'flex', gap: 6, alignItems: 'flex-start' }}>
      <IconSparkles size={16} aria-hidden style={{ flex: 'none', marginTop: 3 }} />
      <span>{t(`groups.why.${reason}`, { count, number: formatNumber(count), field: businessField })}</span>
    </Text>
  )
}
