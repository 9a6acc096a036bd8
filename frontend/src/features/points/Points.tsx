import { Alert, Box, Button, Group as Row, Select, Text } from '@mantine/core'
import { IconCoins, IconInfoCircle, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '~/components/DataTable'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { EmptyState } from '~/components/EmptyState'
import filterClasses from '~/components/filters.module.css'
import { useExistingPage } from '~/components/useExistingPage'
import { formatDate } from '~/lib/dates'
import { useSession } from '~/lib/session'
import { isTypedHere } from '~/lib/typed'
import type { StatisticsProps } from './GroupStatistics'
import { daysOf, monthOf, offeredMonths } from './months'
import { OwnTallies } from './OwnTallies'
import { PointFormModal } from './PointFormModal'
import { PointModal } from './PointModal'
import { usePointColumns } from './pointColumns'
import { pointQuery, pointsQuery } from './queries'
import { SelectedPoints, usePointDecisions } from './SelectedPoints'
import { CREDITS, PAGE_SIZE, type PointSearch, STATUSES } from './search'

/** The list of a group's closed deals, below a summary of the reader's own. */
export function Points({ group, details, search, onSearch }: StatisticsProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const points = useQuery(pointsQuery(group.id, search))
  const [isAdding, setAdding] = useState(() => isTypedHere('point '))
  const decisions = usePointDecisions(group.id, points.data?.items ?? [])
  const { page = 1 } = search
  const isMember = details.myRole !== null
  const listed = points.data?.items.find(({ id }) => id === search.point)
  // A link may lead to a deal that is not on this page of the list.
  const linked = useQuery({
    ...pointQuery(group.id, search.point ?? ''),
    enabled: search.point !== undefined && !listed && !points.isPending,
  })
  const point = search.point ? (listed ?? linked.data) : undefined
  const close = () => onSearch({ ...search, point: undefined }, true)
  const add = isMember && (
    <DisabledWithReason reason={group.archivedAt ? t('groups.archived.readOnly') : undefined}>
      <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
        {t('points.add')}
      </Button>
    </DisabledWithReason>
  )

  useExistingPage(points, page, PAGE_SIZE, (last) => onSearch({ ...search, page: last }, true))

  return (
    <>
      {isMember && profile && (
        <OwnTallies groupId={group.id} userId={profile.id} search={search} onSearch={onSearch} />
      )}
      <Row justify="space-between" align="flex-start" mb="md" gap="sm">
        <Text c="dimmed" maw={560}>
          {t('points.explanation')}
        </Text>
        {add}
      </Row>
      <Filters search={search} userId={isMember ? profile?.id : undefined} onSearch={onSearch} />
      {decisions.chosen.length > 0 && <SelectedPoints decisions={decisions} />}
      <DataTable
        label={t('points.list')}
        query={points}
        columns={usePointColumns()}
        rowId={({ id }) => id}
        rowName={({ seller, dealDate }) => `${seller.fullName}, ${formatDate(dealDate)}`}
        onOpen={({ id }) => onSearch({ ...search, point: id }, true)}
        selection={decisions.selection}
        empty={<NoPoints search={search} onSearch={onSearch} />}
        paging={{ page, size: PAGE_SIZE, onChange: (next) => onSearch({ ...search, page: next }) }}
      />
      {search.point && !listed && linked.error && (
        <Alert
          color="marigold"
          icon={<IconInfoCircle size={18} />}
          mb="md"
          withCloseButton
          closeButtonLabel={t('common.close')}
          onClose={close}
        >
          {t('points.gone')}
        </Alert>
      )}
      {point && <PointModal group={group} point={point} onClose={close} />}
      {isAdding && <PointFormModal group={group} onClose={() => setAdding(false)} />}
    </>
  )
}

interface FiltersProps extends Pick<StatisticsProps, 'search' | 'onSearch'> {
  /** The reader's account; undefined for readers who are not members, since they have no deals. */
  userId: string | undefined
}

/** The filters of the list: status, month, whose deals, and in which way they count. */
function Filters({ search, userId, onSearch }: FiltersProps) {
  const { t } = useTranslation()
  const change = (next: PointSearch) => onSearch({ ...search, page: undefined, ...next })
  const { from, to, of } = search
  const month = from && to === daysOf(monthOf(from)).to && from.endsWith('-01') ? monthOf(from) : undefined
  // The reader may come from a figure about another member, or about more than a month.
  const isOfOther = of !== undefined && of !== userId
  const isOtherTime = (from !== undefined || to !== undefined) && !month
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('common.clearChoice') } }
  return (
    <Box role="search" className={filterClasses.filters}>
      <Select
        aria-label={t('points.field.status')}
        placeholder={t('points.field.status')}
        data={STATUSES.map((value) => ({ value, label: t(`points.status.${value}`) }))}
        value={search.points ?? null}
        onChange={(value) => change({ points: STATUSES.find((known) => known === value) })}
        {...clear}
      />
      <Select
        aria-label={t('points.field.month')}
        placeholder={
          isOtherTime
            ? t('points.time', { from: formatDate(from ?? ''), to: formatDate(to ?? '') })
            : t('points.field.month')
        }
        data={offeredMonths(month)}
        value={month ?? null}
        onChange={(value) => change(value ? daysOf(value) : { from: undefined, to: undefined })}
        {...clear}
      />
      {(userId !== undefined || isOfOther) && (
        <Select
          aria-label={t('points.field.whose')}
          placeholder={t('points.field.whose')}
          data={[
            ...(userId ? [{ value: userId, label: t('points.whose.mine') }] : []),
            ...(isOfOther ? [{ value: of, label: t('points.whose.other') }] : []),
          ]}
          value={of ?? null}
          onChange={(value) => change({ of: value ?? undefined })}
          {...clear}
        />
      )}
      <Select
        aria-label={t('points.field.by')}
        placeholder={t('points.field.by')}
        data={CREDITS.map((value) => ({ value, label: t(`points.credit.${value}`) }))}
        value={search.by ?? null}
        onChange={(value) => change({ by: CREDITS.find((known) => known === value) })}
        {...clear}
      />
    </Box>
  )
}

function NoPoints({ search, onSearch }: Pick<StatisticsProps, 'search' | 'onSearch'>) {
  const { t } = useTranslation()
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  if (!isFiltered)
    return (
      <EmptyState
        icon={IconCoins}
        order={2}
        title={t('points.empty.title')}
        description={t('points.empty.description')}
      />
    )
  return (
    <EmptyState icon={IconSearchOff} order={2} title={t('points.noneFound')}>
      <Button variant="default" onClick={() => onSearch({})}>
        {t('common.clearFilters')}
      </Button>
    </EmptyState>
  )
}
