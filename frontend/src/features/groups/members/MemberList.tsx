import { Alert, Box, Button, Group as Row, Select } from '@mantine/core'
import {
  IconFileImport,
  IconInfoCircle,
  IconLink,
  IconSearchOff,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { EmptyState } from '~/components/EmptyState'
import { FoldedTools } from '~/components/FoldedTools'
import filterClasses from '~/components/filters.module.css'
import { SearchField } from '~/components/SearchField'
import { UsageMeter } from '~/components/UsageMeter'
import { useExistingPage } from '~/components/useExistingPage'
import { useIsPhone } from '~/components/useIsPhone'
import { formatNumber } from '~/lib/numbers'
import { useSession } from '~/lib/session'
import { isTypedHere } from '~/lib/typed'
import { type Group, type GroupDetails, type GroupMember, memberQuery, membersQuery } from '../queries'
import { rightsIn } from '../rights'
import { type MemberSort, type MembershipSearch, PAGE_SIZE, ROLES } from '../search'
import { AddMembersModal } from './AddMembersModal'
import { ImportMembersModal } from './ImportMembersModal'
import { JoinLinkModal } from './JoinLinkModal'
import { MemberCard } from './MemberCard'
import { MemberMenu } from './MemberMenu'
import { MemberModal } from './MemberModal'
import { useMemberColumns } from './memberColumns'

export interface MemberListProps {
  group: Group
  details: GroupDetails
  search: MembershipSearch
  onSearch: (change: MembershipSearch, replace?: boolean) => void
  /** Columns of later features, for the members with these accounts. */
  moreColumns?: (userIds: readonly string[]) => Column<GroupMember, MemberSort>[]
}

/** The members of a group; unless the address says another order, the owner and the managers first. */
export function MemberList({ group, details, search, onSearch, moreColumns }: MemberListProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const rights = rightsIn(group)
  const { page = 1, role, sort, order } = search
  const members = useQuery(membersQuery(group.id, { search: search.search, role, sort, order, page }))
  const userIds = members.data?.items.map(({ userId }) => userId) ?? []
  const columns = [...useMemberColumns(rights.leads), ...(moreColumns?.(userIds) ?? [])]
  const [edited, setEdited] = useState<GroupMember | null>(null)
  const [opened, setOpened] = useState<GroupMember | null>(null)
  const isOpen = group.archivedAt === null
  const isFiltered = Boolean(search.search || role)
  // Leaders may edit all members, other members their own details.
  const mayEdit = ({ userId }: GroupMember) => isOpen && (rights.leads || userId === profile?.id)

  useExistingPage(members, page, PAGE_SIZE, (last) => onSearch({ page: last }, true))

  const isPhone = useIsPhone()
  const found = members.data?.total ?? group.memberCount
  const tools = (
    <>
      {rights.leads && <AddBar group={group} limit={details.memberLimit} />}
      <Box role="search" className={filterClasses.filters}>
        <SearchField
          className={filterClasses.text}
          label={t('groups.members.search')}
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ search: text || undefined }, true)}
        />
        <Select
          aria-label={t('groups.field.role')}
          placeholder={t('groups.field.role')}
          data={ROLES.map((value) => ({ value, label: t(`groups.role.${value}`) }))}
          value={role ?? null}
          onChange={(value) => onSearch({ role: ROLES.find((known) => known === value) })}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
        />
      </Box>
    </>
  )
  return (
    <>
      {isPhone ? (
        <FoldedTools
          label={t('groups.members.tools')}
          summary={t('groups.memberCount', { count: found, number: formatNumber(found) })}
        >
          {tools}
        </FoldedTools>
      ) : (
        tools
      )}
      <DataTable
        label={t('groups.members.list')}
        query={members}
        columns={columns}
        rowId={({ userId }) => userId}
        rowName={({ fullName }) => fullName}
        onOpen={setOpened}
        sorting={{ sort, order, onSort: onSearch }}
        actions={
          isOpen
            ? (member) =>
                mayEdit(member) && (
                  <MemberMenu
                    groupId={group.id}
                    member={member}
                    rights={rights}
                    onEdit={() => setEdited(member)}
                  />
                )
            : undefined
        }
        empty={
          isFiltered ? (
            <EmptyState
              icon={IconSearchOff}
              order={2}
              title={t('groups.members.noneFound.title')}
              description={t('groups.members.noneFound.description')}
            >
              <Button variant="default" onClick={() => onSearch({ search: undefined, role: undefined })}>
                {t('common.clearFilters')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState icon={IconUsers} title={t('groups.members.empty')} />
          )
        }
        paging={{ page, size: PAGE_SIZE, onChange: (next) => onSearch({ page: next }) }}
      />
      {opened && <MemberCard member={opened} onClose={() => setOpened(null)} />}
      {search.member && (
        <LinkedMember
          groupId={group.id}
          userId={search.member}
          onClose={() => onSearch({ member: undefined, page }, true)}
        />
      )}
      {edited && (
        <MemberModal groupId={group.id} member={edited} rights={rights} onClose={() => setEdited(null)} />
      )}
    </>
  )
}

interface LinkedMemberProps {
  groupId: string
  /** The account to which the address leads. */
  userId: string
  onClose: () => void
}

/** The card of the member to whom the address leads, who may be on another page of the list, or have left. */
function LinkedMember({ groupId, userId, onClose }: LinkedMemberProps) {
  const { t } = useTranslation()
  const { data: member } = useQuery(memberQuery(groupId, userId))
  if (member === undefined) return null
  if (member) return <MemberCard member={member} onClose={onClose} />
  return (
    <Alert
      color="blue"
      icon={<IconInfoCircle size={18} />}
      mt="md"
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={onClose}
    >
      {t('groups.members.gone')}
    </Alert>
  )
}

/** The number of members and its limit, and the buttons that add members. */
function AddBar({ group, limit }: { group: Group; limit: number }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'add' | 'import' | 'link' | null>(() =>
    isTypedHere(`members ${group.id}`) ? 'add' : null,
  )
  const { memberCount: used, archivedAt } = group
  const isFull = limit !== -1 && used >= limit
  const reason = archivedAt
    ? t('groups.archived.readOnly')
    : isFull
      ? t('groups.members.full', { count: limit, limit: formatNumber(limit) })
      : undefined
  const close = () => setDialog(null)
  return (
    <Row justify="space-between" align="flex-end" mb="md">
      <div style={{ flex: '0 1 280px', minWidth: 200 }}>
        <UsageMeter
          text={
            limit === -1
              ? t('groups.memberCount', { count: used, number: formatNumber(used) })
              : t('groups.members.used', {
                  count: limit,
                  used: formatNumber(used),
                  limit: formatNumber(limit),
                })
          }
          used={used}
          limit={limit}
        />
      </div>
      <Row gap="sm">
        <DisabledWithReason reason={archivedAt ? reason : undefined}>
          <Button variant="default" leftSection={<IconLink size={18} />} onClick={() => setDialog('link')}>
            {t('groups.joinLink.action')}
          </Button>
        </DisabledWithReason>
        <DisabledWithReason reason={reason}>
          <Button
            variant="default"
            leftSection={<IconFileImport size={18} />}
            onClick={() => setDialog('import')}
          >
            {t('groups.import.action')}
          </Button>
        </DisabledWithReason>
        <DisabledWithReason reason={reason}>
          <Button leftSection={<IconUserPlus size={18} />} onClick={() => setDialog('add')}>
            {t('groups.addMembers.action')}
          </Button>
        </DisabledWithReason>
      </Row>
      {dialog === 'add' && <AddMembersModal group={group} onClose={close} />}
      {dialog === 'import' && <ImportMembersModal group={group} onClose={close} />}
      {dialog === 'link' && <JoinLinkModal group={group} onClose={close} />}
    </Row>
  )
}
