import { Text } from '@mantine/core'
import { IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { useExistingPage } from '~/components/useExistingPage'
import { formatDateTime } from '~/lib/dates'
import { AuditFilters } from './AuditFilters'
import { type AuditEntry, auditQuery } from './queries'
import { type AuditSearch, PAGE_SIZE } from './search'
import { useAuditWords } from './useAuditWords'

interface AuditLogProps {
  search: AuditSearch
  onSearch: (next: AuditSearch, replace?: boolean) => void
}

/** Logins, refused logins, and changes of accounts and plans, newest first. */
export function AuditLog({ search, onSearch }: AuditLogProps) {
  const { t } = useTranslation()
  const entries = useQuery(auditQuery(search))
  const { doneOf } = useAuditWords()
  const { tab, page = 1, ...filters } = search
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined)
  const show = (change: Partial<AuditSearch>, replace = false) =>
    onSearch({ ...search, page: undefined, ...change }, replace)

  useExistingPage(entries, page, PAGE_SIZE, (last) => show({ page: last }, true))

  return (
    <>
      <Text c="dimmed" mb="md">
        {t('system.audit.note')}
      </Text>
      <AuditFilters
        search={search}
        onSearch={show}
        onClear={isFiltered ? () => onSearch({ tab }) : undefined}
      />
      <DataTable
        label={t('system.audit.list')}
        query={entries}
        columns={useAuditColumns()}
        rowId={({ id }) => id}
        rowName={doneOf}
        empty={
          <EmptyState
            icon={isFiltered ? IconSearchOff : IconHistory}
            title={t(isFiltered ? 'system.audit.noneFound.title' : 'system.audit.none.title')}
            description={t(
              isFiltered ? 'system.audit.noneFound.description' : 'system.audit.none.description',
            )}
          />
        }
        paging={{ page, size: PAGE_SIZE, onChange: (next) => show({ page: next }) }}
      />
    </>
  )
}

function useAuditColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation()
  const { doneOf, subjectOf, byProgram } = useAuditWords()
  return [
    { key: 'what', header: t('system.audit.what'), cell: doneOf },
    {
      key: 'who',
      header: t('system.audit.who'),
      cell: (entry) =>
        entry.actor ? (
          <>
            {entry.actor.fullName}
            <Text component="span" display="block" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {entry.actor.email}
            </Text>
          </>
        ) : (
          byProgram(entry)
        ),
    },
    {
      key: 'whom',
      header: t('system.audit.whom'),
      cell: (entry) => subjectOf(entry) ?? '–',
    },
    { key: 'ip', header: t('system.audit.ip'), cell: ({ ip }) => ip ?? '–' },
    {
      key: 'when',
      header: t('system.audit.when'),
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
  ]
}
