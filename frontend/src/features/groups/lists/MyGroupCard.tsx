import { Badge, Group as Row, Text } from '@mantine/core'
import { IconArchive, IconCoins, IconEdit, IconFlag, type IconProps, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import { formatNumber } from '~/lib/numbers'
import type { MyGroup } from '../queries'
import { RoleBadge } from '../RoleBadge'
import type { Tab } from '../search'
import { GroupCardHead } from './GroupCardHead'
import classes from './GroupCards.module.css'

/** One of the caller's groups; the whole card is the link. */
export function MyGroupCard({ group }: { group: MyGroup }) {
  const { t } = useTranslation()
  const { id, description, myRole, pendingRequests, pendingPosts, pendingPoints, reported, archivedAt } =
    group
  return (
    <li className={classes.card}>
      <GroupCardHead {...group} />
      {description && (
        <Text size="sm" lineClamp={2}>
          {description}
        </Text>
      )}
      <Row gap="xs" className={classes.foot}>
        <RoleBadge role={myRole} />
        {archivedAt && (
          <Pill color="gray" icon={IconArchive}>
            {t('groups.state.archived')}
          </Pill>
        )}
        {pendingRequests > 0 && (
          <WaitingLink groupId={id} search={{ tab: 'members', view: 'waiting' }} icon={IconUserPlus}>
            {t('groups.waiting.requests', { count: pendingRequests, number: formatNumber(pendingRequests) })}
          </WaitingLink>
        )}
        {pendingPosts > 0 && (
          <WaitingLink groupId={id} search={{ tab: 'review' }} icon={IconEdit}>
            {t('groups.waiting.posts', { count: pendingPosts, number: formatNumber(pendingPosts) })}
          </WaitingLink>
        )}
        {reported > 0 && (
          <WaitingLink groupId={id} search={{ tab: 'review' }} icon={IconFlag}>
            {t('groups.waiting.reports', { count: reported, number: formatNumber(reported) })}
          </WaitingLink>
        )}
        {pendingPoints > 0 && (
          <WaitingLink groupId={id} search={{ tab: 'statistics', points: 'pending' }} icon={IconCoins}>
            {t('groups.waiting.points', { count: pendingPoints, number: formatNumber(pendingPoints) })}
          </WaitingLink>
        )}
      </Row>
    </li>
  )
}

interface WaitingLinkProps {
  groupId: string
  search: { tab: Tab; view?: 'waiting'; points?: 'pending' }
  icon: ComponentType<IconProps>
  children: ReactNode
}

/** Leads to the things that wait for the caller in a group. */
function WaitingLink({ groupId, search, icon: Icon, children }: WaitingLinkProps) {
  return (
    <Badge
      size="lg"
      h={{ base: 40, sm: 26 }}
      radius="xl"
      tt="none"
      fw={500}
      variant="light"
      color="marigold"
      leftSection={<Icon size={14} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/my-group/$groupId" params={{ groupId }} search={search} />}
    >
      {children}
    </Badge>
  )
}
