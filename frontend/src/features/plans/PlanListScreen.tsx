import { Box, Button, Select } from '@mantine/core'
import { IconPackage, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import filterClasses from '~/components/filters.module.css'
import { PageHeader } from '~/components/PageHeader'
import { SearchField } from '~/components/SearchField'
import { useExistingPage } from '~/components/useExistingPage'
import { isTypedHere } from '~/lib/typed'
import { PlanMenu } from './PlanMenu'
import { PlanModal } from './PlanModal'
import { usePlanColumns } from './planColumns'
import { type Plan, plansQuery } from './queries'
import { PAGE_SIZE, PLAN_STATUSES, type PlanSearch } from './search'

interface PlanListScreenProps {
  /** The values in the address. */
  search: PlanSearch
  onSearch: (next: PlanSearch, replace: boolean) => void
  /** Opens the page of a plan. */
  onOpen: (planId: string) => void
}

export function PlanListScreen({ search, onSearch, onOpen }: PlanListScreenProps) {
  const { t } = useTranslation()
  const plans = useQuery(plansQuery(search))
  const [edited, setEdited] = useState<Plan | 'new' | null>(() => (isTypedHere('plan ') ? 'new' : null))
  const { page = 1 } = search
  const isFiltered = Boolean(search.search || search.status)

  const show = (change: PlanSearch, replace = false) =>
    onSearch({ ...search, page: undefined, ...change }, replace)

  useExistingPage(plans, page, PAGE_SIZE, (last) => show({ page: last }, true))

  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      {t('plans.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('shell.menu./plan-management')}
        description={t('plans.description')}
        guide="administrator.plans"
      >
        {add}
      </PageHeader>
      <Box role="search" className={filterClasses.filters}>
        <SearchField
          className={filterClasses.text}
          label={t('plans.search')}
          value={search.search ?? ''}
          onSearch={(text) => show({ search: text || undefined }, true)}
        />
        <Select
          aria-label={t('plans.field.status')}
          placeholder={t('plans.field.status')}
          data={PLAN_STATUSES.map((value) => ({ value, label: t(`plans.status.${value}`) }))}
          value={search.status ?? null}
          onChange={(value) => show({ status: PLAN_STATUSES.find((known) => known === value) })}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
        />
      </Box>
      <DataTable
        label={t('plans.list')}
        query={plans}
        columns={usePlanColumns()}
        rowId={({ id }) => id}
        rowName={({ baseName }) => baseName}
        onOpen={({ id }) => onOpen(id)}
        actions={(plan) => <PlanMenu plan={plan} onEdit={() => setEdited(plan)} />}
        empty={
          isFiltered ? (
            <EmptyState
              icon={IconSearchOff}
              title={t('plans.noneFound.title')}
              description={t('plans.noneFound.description')}
            >
              <Button variant="default" onClick={() => show({ search: undefined, status: undefined })}>
                {t('common.clearFilters')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              icon={IconPackage}
              title={t('plans.empty.title')}
              description={t('plans.empty.description')}
            >
              {add}
            </EmptyState>
          )
        }
        paging={{ page, size: PAGE_SIZE, onChange: (next) => show({ page: next }) }}
      />
      {edited && <PlanModal plan={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </>
  )
}
