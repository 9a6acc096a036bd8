import { Skeleton } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { InOrder } from '~/components/InOrder'
import { PageHeader } from '~/components/PageHeader'
import { Pill } from '~/components/Pill'
import { useIsPhone } from '~/components/useIsPhone'
import { formatDate } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { Accounts } from './Accounts'
import { ByWay } from './ByWay'
import { DayChart } from './DayChart'
import { ExportMenu } from './ExportMenu'
import classes from './Money.module.css'
import { allMoneyQuery } from './queries'
import { ReviewList } from './ReviewList'
import { foldedMoney, SumTiles } from './SumTiles'
import type { ReviewSearch } from './search'

interface AllMoneyScreenProps {
  search: ReviewSearch
  onSearch: (search: ReviewSearch) => void
}

/** The money of all events of an organiser, and the bank accounts on which it arrives. */
export function AllMoneyScreen({ search, onSearch }: AllMoneyScreenProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const money = useQuery(allMoneyQuery)
  const isPhone = useIsPhone()
  if (!money.data) {
    return (
      <>
        <PageHeader
          title={t('money.title')}
          description={!isPhone && t('money.allIntro')}
          guide="treasurer.account"
          isCompact={isPhone}
        />
        {money.error ? (
          <ErrorState error={money.error} onRetry={() => void money.refetch()} />
        ) : (
          <Skeleton height={400} radius="md" />
        )}
      </>
    )
  }
  const { received, waiting, refunds, events, byDay, byWay } = money.data
  type Row = (typeof events)[number]
  const refundColumn: Column<Row> = {
    key: 'refunds',
    header: t('money.sum.refunds'),
    align: 'right',
    cell: ({ refunds: sum }) => sum.count > 0 && formatMoney(sum.amount),
  }
  const columns: Column<Row>[] = [
    { key: 'title', header: t('money.table.event'), cell: ({ title }) => title },
    { key: 'date', header: t('money.table.date'), cell: ({ eventStartDate }) => formatDate(eventStartDate) },
    {
      key: 'received',
      header: t('money.sum.received'),
      align: 'right',
      cell: ({ received: sum }) => formatMoney(sum.amount),
    },
    {
      key: 'due',
      header: t('money.sum.due'),
      align: 'right',
      cell: ({ due: sum }) => formatMoney(sum.amount),
    },
    ...(refunds.count > 0 ? [refundColumn] : []),
    {
      key: 'waiting',
      header: t('money.sum.waiting'),
      align: 'right',
      cell: ({ waiting: sum }) => sum.count > 0 && <Pill color="marigold">{formatNumber(sum.count)}</Pill>,
    },
  ]
  const hasTransfers = waiting.count > 0 || search.state !== undefined
  const isFolded = isPhone && hasTransfers
  const ledger = (
    <ExportMenu path="/money/export" label={t('money.ledger.export')} saved={t('money.ledger.saved')} />
  )
  return (
    <>
      <PageHeader
        title={t('money.title')}
        description={!isPhone && t('money.allIntro')}
        guide="treasurer.account"
        isCompact={isPhone}
      >
        {!isFolded && ledger}
      </PageHeader>
      {events.length > 0 && !isFolded && <SumTiles sums={money.data} />}
      <InOrder>
        {hasTransfers && (
          <ReviewList
            search={search}
            onSearch={onSearch}
            folded={isFolded ? foldedMoney(t('money.tools'), money.data, ledger) : undefined}
          />
        )}
        <div className={classes.section}>
          <DataTable
            label={t('money.table.label')}
            query={{ data: { items: events, total: events.length }, error: null, refetch: money.refetch }}
            columns={columns}
            rowId={({ id }) => id}
            rowName={({ title }) => title}
            onOpen={({ id }) =>
              void navigate({ to: '/event-management/$eventId/money', params: { eventId: id } })
            }
            empty={
              <EmptyState
                icon={IconCash}
                title={t('money.empty.events.title')}
                description={t('money.empty.events.text')}
              />
            }
          />
        </div>
        {received.count > 0 && (
          <div className={`${classes.columns} ${classes.section}`}>
            {byDay.length > 0 && <DayChart days={byDay} />}
            <div className={classes.aside}>
              <ByWay ways={byWay} />
            </div>
          </div>
        )}
        <Accounts />
      </InOrder>
    </>
  )
}
