import { Group, Select, Skeleton, Text, Title } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { TimeChart } from '~/components/TimeChart'
import { formatDate, formatDayOfMonth, formatMonth, fromWallClock } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import classes from './FigureChart.module.css'
import { type ChartPoint, chartQuery } from './queries'
import type { Metric, Period } from './search'

const HEIGHT = 260

interface FigureChartProps {
  metrics: readonly Metric[]
  metric: Metric
  period: Period
  eventId?: string
  /** A curve in place of bars. */
  isCurve?: boolean
  onMetric: (metric: Metric) => void
}

/** One figure over the period. */
export function FigureChart({
  metrics,
  metric,
  period,
  eventId,
  isCurve = false,
  onMetric,
}: FigureChartProps) {
  const { t } = useTranslation()
  const title = useId()
  const chart = useQuery(chartQuery(period, metric, eventId))
  return (
    <section className={classes.panel} aria-labelledby={title}>
      <Group justify="space-between" gap="sm" mb="md">
        <Title id={title} order={2} fz="lg">
          {t(`statistics.chart.${period}`)}
        </Title>
        <Select
          aria-label={t('statistics.metricLabel')}
          data={metrics.map((value) => ({ value, label: t(`statistics.metric.${value}`) }))}
          value={metric}
          allowDeselect={false}
          onChange={(value) => onMetric(metrics.find((known) => known === value) ?? 'participants')}
        />
      </Group>
      {chart.data ? (
        <Points points={chart.data} metric={metric} period={period} isCurve={isCurve} />
      ) : chart.error ? (
        <ErrorState error={chart.error} onRetry={() => void chart.refetch()} />
      ) : (
        <Skeleton height={HEIGHT} radius="md" />
      )}
    </section>
  )
}

interface PointsProps {
  points: readonly ChartPoint[]
  metric: Metric
  period: Period
  isCurve: boolean
}

function Points({ points, metric, period, isCurve }: PointsProps) {
  const { t } = useTranslation()
  // The single point that stands for "there is no event yet".
  if (points.every(({ timeLabel }) => timeLabel === '')) {
    return (
      <EmptyState
        icon={IconChartBar}
        title={t('statistics.empty.title')}
        description={t('statistics.empty.description')}
      />
    )
  }
  const name = t(`statistics.metric.${metric}`)
  // An axis without a bar says nothing.
  if (points.every(({ value }) => value === 0)) {
    return (
      <Text c="dimmed">
        {t('statistics.empty.period', {
          metric: name,
          period: t(`statistics.period.${period}`).toLowerCase(),
        })}
      </Text>
    )
  }
  const format = metric === 'received' ? formatMoney : formatNumber
  const [short, long] = period === 'week' ? [formatDayOfMonth, formatDate] : [formatMonth, formatMonth]
  return (
    <TimeChart
      name={name}
      caption={`${name}, ${t(`statistics.period.${period}`)}`}
      height={HEIGHT}
      points={points.map(({ timeLabel, value }) => {
        const start = startOf(timeLabel)
        return { label: short(start), title: long(start), value }
      })}
      format={format}
      isCurve={isCurve}
    />
  )
}

/** The first moment of a day (`2026-03-01`) or month (`2026-03`) in Vietnam. */
const startOf = (timeLabel: string) =>
  fromWallClock(`${timeLabel.length === 'YYYY-MM'.length ? `${timeLabel}-01` : timeLabel} 00:00:00`) ?? ''
