import { Alert, Button } from '@mantine/core'
import { IconInfoCircle, IconSearchOff, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { useExistingPage } from '~/components/useExistingPage'
import { useIsPhone } from '~/components/useIsPhone'
import { useSession } from '~/lib/session'
import { type Group, type GroupMember, memberQuery, membersQuery } from '../queries'
import { rightsIn } from '../rights'
import { type MemberSort, type MembershipSearch, PAGE_SIZE } from '../search'
import { MemberCard } from './MemberCard'
import { MemberMenu } from './MemberMenu'
import { MemberModal } from './MemberModal'
import { MemberLine, useMemberColumns } from './memberColumns'

export interface MemberListProps {
  group: Group
  search: MembershipSearch
  onSearch: (change: MembershipSearch, replace?: boolean) => void
  /** Columns of later features, for the members with these accounts. */
  moreColumns?: (userIds: readonly string[]) => Column<GroupMember, never>[]
}

/** The members of a group; unless the address says another order, the owner and the managers first. */
export function MemberList({ group, search, onSearch, moreColumns }: MemberListProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const rights = rightsIn(group)
  const { page = 1, role, sort, order } = search
  const members = useQuery(membersQuery(group.id, { search: search.search, role, sort, order, page }))
  const userIds = members.data?.items.map(({ userId }) => userId) ?? []
  const figures = moreColumns?.(userIds) ?? []
  const columns: Column<GroupMember, MemberSort>[] = [...useMemberColumns(rights.leads), ...figures]
  const [edited, setEdited] = useState<GroupMember | null>(null)
  const [opened, setOpened] = useState<GroupMember | null>(null)
  const isOpen = group.archivedAt === null
  const isFiltered = Boolean(search.search || role)
  // Leaders may edit all members, other members their own details.
  const mayEdit = ({ userId }: GroupMember) => isOpen && (rights.leads || userId === profile?.id)

  useExistingPage(members, page, PAGE_SIZE, (last) => onSearch({ page: last }, true))

  const isPhone = useIsPhone()
  return (
    <>
      <DataTable
        label={t('groups.members.list')}
        query={members}
        columns={columns}
        rowId={({ userId }) => userId}
        rowName={({ fullName }) => fullName}
        phoneRow={(member) => <MemberLine member={member} />}
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
      {opened && (
        <MemberCard member={opened} figures={isPhone ? figures : []} onClose={() => setOpened(null)} />
      )}
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
