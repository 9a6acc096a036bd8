import { Avatar, Group as Row, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from '~/components/DataTable'
import { formatDate } from '~/lib/dates'
import type { GroupMember } from '../queries'
import { RoleBadge } from '../RoleBadge'
import type { MemberSort } from '../search'

/** The columns of the list of members; `forLeaders` adds the e-mail addresses, which other members do not see. */
export function useMemberColumns(forLeaders: boolean): Column<GroupMember, MemberSort>[] {
  const { t } = useTranslation()
  const email: Column<GroupMember, MemberSort> = {
    key: 'email',
    header: t('auth.email'),
    cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span>,
  }
  return [
    {
      key: 'fullName',
      sortKey: 'fullName',
      header: t('auth.fullName'),
      cell: ({ fullName, avatar, company }) => (
        <Row wrap="nowrap" gap="sm" component="span">
          <Avatar component="span" src={avatar} alt="" name={fullName} color="jade" size={36} />
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
      cell: ({ businessField }) => businessField,
    },
    { key: 'position', header: t('groups.field.position'), cell: ({ position }) => position },
    ...(forLeaders ? [email] : []),
    {
      key: 'attendDate',
      sortKey: 'attendDate',
      header: t('groups.field.attendDate'),
      cell: ({ attendDate }) => formatDate(attendDate),
    },
  ]
}
