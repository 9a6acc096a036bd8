import { Box, Button, Select } from '@mantine/core'
import { IconCircleCheck, IconRefresh, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import classes from '~/components/filters.module.css'
import { useExistingPage } from '~/components/useExistingPage'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { JobStateBadge } from './JobStateBadge'
import { type Job, jobsQuery } from './queries'
import { JOB_STATES, type JobSearch, PAGE_SIZE } from './search'
import { useJobActions } from './useJobActions'
import { useNames } from './useNames'

interface JobListProps {
  search: JobSearch
  onSearch: (next: JobSearch, replace?: boolean) => void
}

/** Background jobs; by default, those that were given up. */
export function JobList({ search, onSearch }: JobListProps) {
  const { t } = useTranslation()
  const names = useNames()
  const jobs = useQuery(jobsQuery(search))
  const { retry, retryAll, isRetrying } = useJobActions()
  const { state = 'dead', kind, page = 1 } = search
  const show = (change: Partial<JobSearch>, replace = false) =>
    onSearch({ ...search, page: undefined, ...change }, replace)

  useExistingPage(jobs, page, PAGE_SIZE, (last) => show({ page: last }, true))

  return (
    <>
      <Box role="search" className={classes.filters}>
        <Select
          aria-label={t('system.jobs.state')}
          data={JOB_STATES.map((value) => ({ value, label: t(`system.jobState.${value}`) }))}
          value={state}
          allowDeselect={false}
          onChange={(value) =>
            show({ state: JOB_STATES.find((known) => known === value && known !== 'dead') })
          }
        />
        <Select
          aria-label={t('system.jobs.kind')}
          placeholder={t('system.jobs.kind')}
          data={names.kinds}
          value={kind ?? null}
          onChange={(value) => show({ kind: value ?? undefined })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
        />
        {state === 'dead' && (jobs.data?.total ?? 0) > 0 && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={isRetrying}
            onClick={() => void retryAll()}
            className={classes.clear}
          >
            {t('system.jobs.retryAll.action')}
          </Button>
        )}
      </Box>
      <DataTable
        label={t('system.jobs.list')}
        query={jobs}
        columns={useJobColumns()}
        rowId={({ id }) => id}
        rowName={(job) =>
          t('system.jobs.of', { kind: names.kindOf(job.kind), time: formatDateTime(job.createdAt) })
        }
        actions={
          state === 'dead'
            ? (job) => (
                <Button size="xs" variant="default" disabled={isRetrying} onClick={() => void retry(job)}>
                  {t('system.jobs.retry.action')}
                </Button>
              )
            : undefined
        }
        empty={
          state === 'dead' && !kind ? (
            <EmptyState
              icon={IconCircleCheck}
              title={t('system.jobs.none.title')}
              description={t('system.jobs.none.description')}
            />
          ) : (
            <EmptyState
              icon={IconSearchOff}
              title={t('system.jobs.noneFound.title')}
              description={t('system.jobs.noneFound.description')}
            />
          )
        }
        paging={{ page, size: PAGE_SIZE, onChange: (next) => show({ page: next }) }}
      />
    </>
  )
}

function useJobColumns(): Column<Job>[] {
  const { t } = useTranslation()
  const { kindOf } = useNames()
  return [
    { key: 'kind', header: t('system.jobs.kind'), cell: ({ kind }) => kindOf(kind) },
    {
      key: 'state',
      header: t('system.jobs.state'),
      cell: ({ state }) => <JobStateBadge state={state} />,
    },
    {
      key: 'reason',
      header: t('system.jobs.reason'),
      cell: ({ lastError }) => <span style={{ overflowWrap: 'anywhere' }}>{lastError ?? '–'}</span>,
    },
    {
      key: 'attempts',
      header: t('system.jobs.attempts'),
      align: 'right',
      cell: ({ attempts }) => formatNumber(attempts),
    },
    {
      key: 'triedAt',
      header: t('system.jobs.triedAt'),
      cell: ({ triedAt }) => (triedAt ? formatDateTime(triedAt) : '–'),
    },
    {
      key: 'createdAt',
      header: t('system.jobs.createdAt'),
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
  ]
}
