import { Box, Button, Card, Group as Row, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconHistory, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BackArrow } from '~/components/BackArrow'
import { ErrorState } from '~/components/ErrorState'
import { Facts } from '~/components/Facts'
import { InOrder } from '~/components/InOrder'
import { PageHeader } from '~/components/PageHeader'
import { useIsPhone } from '~/components/useIsPhone'
import { formatDate } from '~/lib/dates'
import { formatLimit, formatNumber } from '~/lib/numbers'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'
import type { MemberListProps } from '../members/MemberList'
import { Membership } from '../members/Membership'
import { OwnerMenu } from '../ownership/OwnerMenu'
import { type Group, type GroupDetails, groupQuery } from '../queries'
import { rightsIn } from '../rights'
import type { MembershipSearch } from '../search'
import { ArchivedAlert } from './ArchivedAlert'
import { ForMembers } from './ForMembers'
import { GroupHeader } from './GroupHeader'
import { GroupLogDrawer } from './GroupLogDrawer'

interface GroupManagementScreenProps extends Pick<MemberListProps, 'moreColumns'> {
  groupId: string
  search: MembershipSearch
  onSearch: (search: MembershipSearch, replace: boolean) => void
  /** Opens the list of groups. */
  onDeleted: () => Promise<void>
}

/** A group with its members, for administrators and the group's leaders. */
export function GroupManagementScreen({
  groupId,
  search,
  onSearch,
  onDeleted,
  moreColumns,
}: GroupManagementScreenProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const { data: group, error, refetch } = useQuery(groupQuery(groupId))
  const [isLogOpen, setLogOpen] = useState(false)
  const isPhone = useIsPhone()
  const backTo = t(isAdmin(profile) ? 'groups.back.all' : 'groups.back.mine')
  const toGroups = (props: object) => (
    <Link {...props} to={isAdmin(profile) ? '/group-management' : '/my-group'} />
  )
  const back = (
    <Button variant="default" px="sm" leftSection={<IconArrowLeft size={18} />} renderRoot={toGroups}>
      {backTo}
    </Button>
  )
  if (!group?.details)
    return (
      <>
        <PageHeader title={group?.name ?? t('shell.title.groupMembers')}>{back}</PageHeader>
        {group ? (
          <ForMembers group={group} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius="md" />
        )}
      </>
    )
  const { leads, owns } = rightsIn(group)
  const tools = (
    <>
      {leads && (
        <Button
          variant="default"
          px="sm"
          leftSection={<IconHistory size={18} />}
          onClick={() => setLogOpen(true)}
        >
          {t('groups.log.title')}
        </Button>
      )}
      {owns && (
        <Button
          variant="default"
          px="sm"
          leftSection={<IconSettings size={18} />}
          renderRoot={(props) => (
            <Link {...props} to="/my-group/$groupId" params={{ groupId }} search={{ tab: 'settings' }} />
          )}
        >
          {t('groups.tab.settings')}
        </Button>
      )}
    </>
  )
  const facts = (
    <Card withBorder mb={isPhone ? 'md' : 'xl'}>
      <GroupFacts group={group} details={group.details} />
    </Card>
  )
  return (
    <>
      <GroupHeader
        group={group}
        guide={leads ? 'president.members' : undefined}
        isCompact={isPhone}
        back={<BackArrow label={backTo} renderRoot={toGroups} />}
      >
        {!isPhone && back}
        {!isPhone && tools}
        {owns && <OwnerMenu group={group} onDeleted={onDeleted} />}
      </GroupHeader>
      <ArchivedAlert group={group} />
      {!isPhone && facts}
      <InOrder>
        <Membership
          group={group}
          details={group.details}
          search={search}
          onSearch={onSearch}
          moreColumns={moreColumns}
        />
        {/* A phone begins with the members. */}
        {isPhone && (
          <Box mt="lg">
            {facts}
            <Row gap="sm">{tools}</Row>
          </Box>
        )}
      </InOrder>
      {isLogOpen && <GroupLogDrawer groupId={groupId} onClose={() => setLogOpen(false)} />}
    </>
  )
}

function GroupFacts({ group, details }: { group: Group; details: GroupDetails }) {
  const { t } = useTranslation()
  const { joinPolicy, validationInfo, onePerBusinessField } = group
  const documents = [
    validationInfo.requireMembershipCertificate && t('groups.document.membershipCertificate'),
    validationInfo.requireBusinessLicense && t('groups.document.businessLicense'),
  ]
  return (
    <Facts
      facts={[
        [t('groups.role.owner'), details.ownerName],
        [
          t('groups.members.list'),
          `${formatNumber(group.memberCount)} / ${formatLimit(details.memberLimit)}`,
        ],
        [t('groups.field.joinPolicy'), t(`groups.joinPolicy.${joinPolicy}`)],
        [t('groups.field.documents'), documents.filter(Boolean).join(', ') || t('groups.document.none')],
        [t('groups.field.onePerBusinessField'), t(onePerBusinessField ? 'groups.yes' : 'groups.no')],
        [t('groups.field.createdAt'), formatDate(details.createdAt)],
      ]}
    />
  )
}
