import { Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import { MembershipButtons } from '../join/MembershipButtons'
import type { GroupCard, Suggestion } from '../queries'
import { GroupCardHead } from './GroupCardHead'
import classes from './GroupCards.module.css'

interface DiscoveryCardProps {
  group: GroupCard
  /** Why it is suggested; absent in the results of a search. */
  why?: Suggestion['why']
}

/** A group that the caller may join. */
export function DiscoveryCard({ group, why }: DiscoveryCardProps) {
  const { name, description } = group
  return (
    <li className={classes.card} aria-label={name}>
      <GroupCardHead {...group} />
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
