import { Group as Row, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from '~/components/DataTable'
import { PersonAvatar } from '~/components/PersonAvatar'
import { formatDate } from '~/lib/dates'
import type { GroupMember } from '../queries'
import { RoleBadge } from '../RoleBadge'
import type { MemberSort } from '../search'

/** Breaks before the domain if there is no room for the whole address. */
function Email({ address }: { address: string | null | undefined }) {
  if (!address) return null
  const at = address.lastIndexOf('@')
  return (
    <span style={{ overflowWrap: 'break-word' }}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}

/** The columns of the list of members; `forLeaders` adds the e-mail addresses, which other members do not see. */
export function useMemberColumns(forLeaders: boolean): Column<GroupMember, MemberSort>[] {
  const { t } = useTranslation()
  const email: Column<GroupMember, MemberSort> = {
    key: 'email',
    header: t('auth.email'),
    cell: ({ email }) => <Email address={email} />,
  }
  return [
    {
      key: 'fullName',
      sortKey: 'fullName',
      header: t('auth.fullName'),
      cell: ({ fullName, avatar, company }) => (
        <Row wrap="nowrap" gap="sm" component="span" maw={256}>
          <PersonAvatar src={avatar} fullName={fullName} size={36} />
          <span style={{ minWidth: 0 }}>
            {fullName}
            <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
              {company}
            </Text>
          </span>
        </Row>
      ),
    },
    {
      key: 'role',
      sortKey: 'role',
      header: t('groups.field.role'),
      cell: ({ role }) => <RoleBadge role={role} />,
    },
    {
      key: 'businessField',
      header: t('groups.field.businessField'),
      cell: ({ businessField, position }) =>
        (businessField || position) && (
          <>
            {businessField}
            <Text component="span" display="block" size="sm" c="dimmed">
              {position}
            </Text>
          </>
        ),
    },
    ...(forLeaders ? [email] : []),
    {
      key: 'attendDate',
      sortKey: 'attendDate',
      header: t('groups.field.attendDate'),
      cell: ({ attendDate }) => formatDate(attendDate),
    },
  ]
}

/** A row of the list on a phone: the name, then a leader's role, the company and the business field. */
export function MemberLine({ member }: { member: GroupMember }) {
  const { t } = useTranslation()
  const { fullName, avatar, role, company, businessField } = member
  return (
    <Row wrap="nowrap" gap="sm" component="span">
      <PersonAvatar src={avatar} fullName={fullName} size={36} />
      <span style={{ flex: 1, minWidth: 0 }}>
        <Text component="span" display="block" fw={500} truncate>
          {fullName}
        </Text>
        <Text component="span" display="block" size="sm" c="dimmed" truncate>
          {[role !== 'member' && t(`groups.role.${role}`), company, businessField]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </span>
    </Row>
  )
}
