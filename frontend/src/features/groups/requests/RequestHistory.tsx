import { Box, Select, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import filterClasses from '~/components/filters.module.css'
import { useExistingPage } from '~/components/useExistingPage'
import { formatDateTime } from '~/lib/dates'
import { type JoinRequest, requestsQuery } from '../queries'
import { type MembershipSearch, PAGE_SIZE, REQUEST_STATUSES } from '../search'
import { RequestStatusBadge } from './RequestStatusBadge'

interface RequestHistoryProps {
  groupId: string
  search: MembershipSearch
  onSearch: (change: MembershipSearch, replace?: boolean) => void
}

/** All requests and invitations of a group, with their state and who decided them, newest first. */
export function RequestHistory({ groupId, search, onSearch }: RequestHistoryProps) {
  const { t } = useTranslation()
  const { page = 1, status } = search
  const requests = useQuery(requestsQuery(groupId, { page, status }))
  useExistingPage(requests, page, PAGE_SIZE, (last) => onSearch({ page: last }, true))
  return (
    <>
      <Box className={filterClasses.filters} maw={320}>
        <Select
          aria-label={t('groups.history.status')}
          placeholder={t('groups.history.status')}
          data={REQUEST_STATUSES.map((value) => ({ value, label: t(`groups.requestStatus.${value}`) }))}
          value={status ?? null}
          onChange={(value) => onSearch({ status: REQUEST_STATUSES.find((known) => known === value) })}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
        />
      </Box>
      <DataTable
        label={t('groups.view.history')}
        query={requests}
        columns={useHistoryColumns()}
        rowId={({ id }) => id}
        rowName={({ user }) => user.fullName}
        empty={<EmptyState icon={IconHistory} order={2} title={t('groups.history.empty')} />}
        paging={{ page, size: PAGE_SIZE, onChange: (next) => onSearch({ page: next }) }}
      />
    </>
  )
}

function useHistoryColumns(): Column<JoinRequest>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'user',
      header: t('auth.fullName'),
      cell: ({ user }) => (
        <>
          {user.fullName}
          <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
            {user.company}
          </Text>
        </>
      ),
    },
    {
      key: 'kind',
      header: t('groups.history.kind'),
      cell: ({ kind, createdByName, createdAt }) => (
        <>
          {t(`groups.history.${kind}`, { name: createdByName })}
          <Text component="span" display="block" size="sm" c="dimmed">
            {formatDateTime(createdAt)}
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      header: t('groups.history.status'),
      cell: (request) => <RequestStatusBadge {...request} />,
    },
    {
      key: 'decided',
      header: t('groups.history.decided'),
      cell: ({ decidedAt, decidedByName }) =>
        decidedAt && (
          <>
            {decidedByName ?? t('groups.history.automatic')}
            <Text component="span" display="block" size="sm" c="dimmed">
              {formatDateTime(decidedAt)}
            </Text>
          </>
        ),
    },
    { key: 'reason', header: t('groups.history.reason'), cell: ({ reason }) => reason },
  ]
}
