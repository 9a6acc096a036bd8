import { Group as Row, SegmentedControl, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeChart } from '~/components/TimeChart'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { nameOfMonth } from './months'
import classes from './Points.module.css'
import type { GroupReport } from './queries'

const HEIGHT = 260
const FIGURES = ['count', 'value'] as const

/** The approved deals of a year by month: as a chart, and as a table for people who cannot see the chart. */
export function DealChart({ months }: { months: GroupReport['months'] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<(typeof FIGURES)[number]>('count')
  const showsValues = months.every(({ value }) => value !== null)
  const figure = showsValues ? chosen : 'count'
  const format = figure === 'value' ? formatMoney : formatNumber
  const name = t(`points.report.chart.${figure}`)
  return (
    <section className={classes.panel}>
      <Row justify="space-between" mb="md" gap="sm">
        <Title order={2} fz="lg">
          {t('points.report.chart.title')}
        </Title>
        {showsValues && (
          <SegmentedControl
            aria-label={t('points.report.chart.figure')}
            data={FIGURES.map((value) => ({ value, label: t(`points.report.chart.${value}`) }))}
            value={figure}
            onChange={(value) => setChosen(FIGURES.find((known) => known === value) ?? 'count')}
          />
        )}
      </Row>
      <TimeChart
        name={name}
        height={HEIGHT}
        points={months.map((month) => {
          const title = nameOfMonth(month.month)
          return { label: title, title, value: month[figure] ?? 0 }
        })}
        format={format}
      />
    </section>
  )
}
