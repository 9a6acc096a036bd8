import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FoldedTools } from '~/components/FoldedTools'
import { useIsPhone } from '~/components/useIsPhone'
import { formatNumber } from '~/lib/numbers'
import type { GroupDetails } from '../queries'
import { DecidedRequest } from '../requests/DecidedRequest'
import { RequestHistory } from '../requests/RequestHistory'
import { Waiting } from '../requests/Waiting'
import { rightsIn } from '../rights'
import { type MembershipSearch, VIEWS } from '../search'
import { MemberList, type MemberListProps } from './MemberList'
import { MemberTools } from './MemberTools'

interface MembershipProps extends Pick<MemberListProps, 'group' | 'moreColumns'> {
  details: GroupDetails
  search: MembershipSearch
  onSearch: (search: MembershipSearch, replace: boolean) => void
}

/** The members of a group and, for its leaders, its requests and invitations. */
export function Membership({ group, details, search, onSearch, moreColumns }: MembershipProps) {
  const { t } = useTranslation()
  const { leads } = rightsIn(group)
  // After a change of filter or order the list begins with the first page.
  const show = (change: MembershipSearch, replace = false) =>
    onSearch({ ...search, page: undefined, ...change }, replace)
  const isPhone = useIsPhone()
  const { view } = search
  const common = { group, search, onSearch: show }
  const tools = view === undefined && <MemberTools {...common} details={details} />
  const total = formatNumber(group.memberCount)
  const summary = leads ? (
    <Views group={group} details={details} search={search} onSearch={onSearch} />
  ) : (
    isPhone && t('groups.memberCount', { count: group.memberCount, number: total })
  )
  return (
    <>
      {isPhone ? (
        <FoldedTools
          label={t('groups.members.tools')}
          filters={[search.search, search.role].filter(Boolean).length}
          summary={summary}
        >
          {tools}
        </FoldedTools>
      ) : (
        <>
          {summary}
          {tools}
        </>
      )}
      {search.request && <DecidedRequest groupId={group.id} id={search.request} />}
      {view === 'waiting' && <Waiting group={group} marked={search.request} />}
      {view === 'history' && <RequestHistory groupId={group.id} search={search} onSearch={show} />}
      {view === undefined && <MemberList {...common} moreColumns={moreColumns} />}
    </>
  )
}

/** The choice between the members, what waits, and what was decided. */
function Views({ group, details, search, onSearch }: Omit<MembershipProps, 'moreColumns'>) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const waiting = (details.pendingRequests ?? 0) + (details.pendingInvitations ?? 0)
  return (
    <SegmentedControl
      {...(isPhone ? { p: 0 } : { mb: 'md' })}
      aria-label={t('groups.view.label')}
      value={search.view ?? 'members'}
      onChange={(view) => onSearch({ view: VIEWS.find((known) => known === view) }, false)}
      data={[
        {
          value: 'members',
          // On a wide screen the number stands beside its limit.
          label: isPhone
            ? t('groups.view.someMembers', { number: formatNumber(group.memberCount) })
            : t('groups.view.members'),
        },
        {
          value: 'waiting',
          label:
            waiting > 0
              ? t('groups.view.someWaiting', { number: formatNumber(waiting) })
              : t('groups.view.waiting'),
        },
        { value: 'history', label: t('groups.view.history') },
      ]}
    />
  )
}
