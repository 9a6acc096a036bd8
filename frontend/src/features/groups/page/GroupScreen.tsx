import { Badge, Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import type { GuideTask } from '~/components/GuideLink'
import { Late, lateParts } from '~/components/Late'
import { PageHeader } from '~/components/PageHeader'
import { useIsPhone } from '~/components/useIsPhone'
import { formatNumber } from '~/lib/numbers'
import { isTypedHere } from '~/lib/typed'
import { MembershipButtons } from '../join/MembershipButtons'
import { type Group, type GroupDetails, groupQuery } from '../queries'
import { rightsIn } from '../rights'
import { TABS, type Tab } from '../search'
import { ArchivedAlert } from './ArchivedAlert'
import { ForMembers } from './ForMembers'
import { GroupHeader } from './GroupHeader'
import { MyMenu } from './MyMenu'

// Shown once in the life of a group, and it draws a QR code.
const { late } = lateParts(() => import('../members/BirthModal'))
const BirthModal = late((parts) => parts.BirthModal)

/** The contents of a group's tabs. */
export type Panels = Partial<Record<Tab, (group: Group, details: GroupDetails) => ReactNode>>

/** The guide of each tab for the group's leaders. */
const GUIDES: Record<Tab, GuideTask> = {
  discussion: 'president.posts',
  review: 'president.posts',
  events: 'president.meetings',
  members: 'president.members',
  statistics: 'president.deals',
  integrations: 'organiser.integrations',
  settings: 'president.group',
}

interface GroupScreenProps {
  groupId: string
  tab: Tab | undefined
  /** The route passes the panels in, because some belong to later features. A tab without a panel is not shown. */
  panels: Panels
  /** The number of things that wait for the caller on tabs of later features. */
  waiting: Partial<Record<Tab, number>>
  onTab: (tab: Tab) => void
  /** Opens the list of the caller's groups, after the caller has left this one. */
  onLeft: () => Promise<void>
  /** The group has just been created. */
  isCreated?: boolean
  /** Called when the dialog that says so is closed. */
  onSeen: () => void
}

/** A group with its tabs for members; others see its card and may ask to join. */
export function GroupScreen(props: GroupScreenProps) {
  const { groupId, tab, panels, waiting, onTab, onLeft, isCreated = false, onSeen } = props
  const { t } = useTranslation()
  const { data: group, error, refetch } = useQuery(groupQuery(groupId))
  const isPhone = useIsPhone()
  const [isInviting, setInviting] = useState(() => isTypedHere(`first members ${groupId}`))
  if (!group)
    return (
      <>
        <PageHeader title={t('shell.title.group')} />
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius="md" />
        )}
      </>
    )
  if (!group.details)
    return (
      <>
        <GroupHeader group={group}>
          <MembershipButtons group={group} />
        </GroupHeader>
        <ForMembers group={group} />
      </>
    )
  const { leads } = rightsIn(group)
  const endBirth = () => {
    setInviting(false)
    if (isCreated) onSeen()
  }
  return (
    <>
      <GroupHeader
        group={group}
        guide={leads ? GUIDES[tab ?? 'discussion'] : undefined}
        isCompact={isPhone && tab !== undefined && tab !== 'discussion'}
      >
        <MyMenu group={group} onLeft={onLeft} />
      </GroupHeader>
      {(isCreated || isInviting) && leads && (
        <Late onClose={endBirth}>
          <BirthModal group={group} onClose={endBirth} />
        </Late>
      )}
      <ArchivedAlert group={group} />
      <GroupTabs
        group={group}
        details={group.details}
        tab={tab}
        panels={panels}
        waiting={waiting}
        onTab={onTab}
      />
    </>
  )
}

type GroupTabsProps = Pick<GroupScreenProps, 'tab' | 'panels' | 'waiting' | 'onTab'> & {
  group: Group
  details: GroupDetails
}

function GroupTabs({ group, details, tab, panels, waiting, onTab }: GroupTabsProps) {
  const { t } = useTranslation()
  const rights = rightsIn(group)
  const tabs = (Object.keys(TABS) as Tab[]).filter((name) => panels[name] && rights[TABS[name]])
  const current = tabs.find((name) => name === tab) ?? tabs[0]
  const list = useTabInView(current)
  if (!current) return null
  const numbers: GroupScreenProps['waiting'] = { members: details.pendingRequests ?? 0, ...waiting }
  return (
    <Tabs
      value={current}
      keepMounted={false}
      onChange={(name) => onTab(tabs.find((known) => known === name) ?? current)}
    >
      <Tabs.List mb={current === 'members' ? { base: 0, sm: 'lg' } : 'lg'} ref={list}>
        {tabs.map((name) => (
          <Tabs.Tab
            key={name}
            value={name}
            data-tab={name}
            rightSection={
              numbers[name] ? (
                <Badge size="md" radius="xl">
                  {formatNumber(numbers[name])}
                </Badge>
              ) : null
            }
          >
            {t(`groups.tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current}>
        <Late key={current} fallback={<Skeleton height={320} radius="md" />}>
          {panels[current]?.(group, details)}
        </Late>
      </Tabs.Panel>
    </Tabs>
  )
}

/** For a list of tabs that is wider than a phone: scrolls it until the current tab can be seen. */
function useTabInView(current: Tab | undefined) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`)
    if (list.current && active)
      list.current.scrollLeft = active.offsetLeft - (list.current.clientWidth - active.offsetWidth) / 2
  }, [current])
  return list
}
