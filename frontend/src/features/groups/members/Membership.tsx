import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import { DecidedRequest } from '../requests/DecidedRequest'
import { RequestHistory } from '../requests/RequestHistory'
import { Waiting } from '../requests/Waiting'
import { rightsIn } from '../rights'
import { type MembershipSearch, VIEWS } from '../search'
import { MemberList, type MemberListProps } from './MemberList'

interface MembershipProps extends Pick<MemberListProps, 'group' | 'details' | 'moreColumns'> {
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
  const list = (
    <MemberList group={group} details={details} search={search} onSearch={show} moreColumns={moreColumns} />
  )
  if (!leads) return list
  const waiting = (details.pendingRequests ?? 0) + (details.pendingInvitations ?? 0)
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label={t('groups.view.label')}
        value={search.view ?? 'members'}
        onChange={(view) => onSearch({ view: VIEWS.find((known) => known === view) }, false)}
        data={[
          { value: 'members', label: t('groups.view.members') },
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
      {search.request && <DecidedRequest groupId={group.id} id={search.request} />}
      {search.view === 'waiting' && <Waiting group={group} marked={search.request} />}
      {search.view === 'history' && <RequestHistory groupId={group.id} search={search} onSearch={show} />}
      {search.view === undefined && list}
    </>
  )
}
