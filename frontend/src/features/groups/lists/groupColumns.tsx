import { Avatar, Group as Row, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from '~/components/DataTable'
import { formatDate } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { smallest } from '~/lib/pictureSizes'
import { GroupStateBadge } from '../GroupStateBadge'
import type { GroupRow } from '../queries'
import type { GroupSort } from '../search'

export function useGroupColumns(): Column<GroupRow, GroupSort>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      sortKey: 'name',
      header: t('groups.field.name'),
      cell: ({ name, avatar }) => (
        <Row wrap="nowrap" gap="sm" component="span">
          <Avatar
            component="span"
            src={smallest(avatar)}
            alt=""
            name={name}
            color="jade"
            size={36}
            radius="md"
          />
          <span style={{ minWidth: 0 }}>{name}</span>
        </Row>
      ),
    },
    {
      key: 'owner',
      header: t('groups.role.owner'),
      cell: ({ ownerName }) => (
        <Text span inherit truncate display="block" maw={240} title={ownerName}>
          {ownerName}
        </Text>
      ),
    },
    {
      key: 'memberCount',
      header: t('groups.members.list'),
      align: 'right',
      cell: ({ memberCount }) => formatNumber(memberCount),
    },
    {
      key: 'foundedDate',
      sortKey: 'foundedDate',
      header: t('groups.field.foundedDate'),
      cell: ({ foundedDate }) => foundedDate && formatDate(foundedDate),
    },
    {
      key: 'state',
      header: t('groups.field.state'),
      cell: (group) => <GroupStateBadge {...group} />,
    },
    {
      key: 'createdAt',
      sortKey: 'createdAt',
      header: t('groups.field.createdAt'),
      cell: ({ createdAt }) => formatDate(createdAt),
    },
  ]
}
