import { Box, Button } from '@mantine/core'
import { IconSearchOff, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import filterClasses from '~/components/filters.module.css'
import { PageHeader } from '~/components/PageHeader'
import { SearchField } from '~/components/SearchField'
import { useExistingPage } from '~/components/useExistingPage'
import { OwnerMenu } from '../ownership/OwnerMenu'
import { groupListQuery } from '../queries'
import { type GroupListSearch, PAGE_SIZE } from '../search'
import { AddGroupButton } from './AddGroupButton'
import { GroupRequests } from './GroupRequests'
import { useGroupColumns } from './groupColumns'

interface GroupListScreenProps {
  /** The values in the address. */
  search: GroupListSearch
  onSearch: (next: GroupListSearch, replace: boolean) => void
  /** Opens the page of a group. */
  onOpen: (groupId: string) => void
}

/** All groups, for administrators; unless the address says another order, the newest first. */
export function GroupListScreen({ search, onSearch, onOpen }: GroupListScreenProps) {
  const { t } = useTranslation()
  const groups = useQuery(groupListQuery(search))
  const { page = 1 } = search

  const show = (change: GroupListSearch, replace = false) =>
    onSearch({ ...search, page: undefined, ...change }, replace)

  useExistingPage(groups, page, PAGE_SIZE, (last) => show({ page: last }, true))

  return (
    <>
      <PageHeader title={t('shell.menu./group-management')} description={t('groups.list.description')}>
        <AddGroupButton />
      </PageHeader>
      <GroupRequests />
      <Box role="search" className={filterClasses.filters}>
        <SearchField
          className={filterClasses.text}
          label={t('groups.list.search')}
          value={search.search ?? ''}
          onSearch={(text) => show({ search: text || undefined }, true)}
        />
      </Box>
      <DataTable
        label={t('groups.list.label')}
        query={groups}
        columns={useGroupColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={({ id }) => onOpen(id)}
        sorting={{ sort: search.sort, order: search.order, onSort: show }}
        actions={(group) => <OwnerMenu group={group} />}
        empty={
          search.search ? (
            <EmptyState
              icon={IconSearchOff}
              title={t('groups.list.noneFound.title')}
              description={t('groups.list.noneFound.description')}
            >
              <Button variant="default" onClick={() => show({ search: undefined })}>
                {t('common.clearFilters')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              icon={IconUsersGroup}
              title={t('groups.list.empty.title')}
              description={t('groups.list.empty.description')}
            >
              <AddGroupButton />
            </EmptyState>
          )
        }
        paging={{ page, size: PAGE_SIZE, onChange: (next) => show({ page: next }) }}
      />
    </>
  )
}
