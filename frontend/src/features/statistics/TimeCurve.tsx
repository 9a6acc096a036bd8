import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import { formatCompact } from '~/lib/numbers'
import type { TimeChartProps } from './TimeChart'

/** A curve over time, in place of bars where one figure is the subject of the screen. */
export default function TimeCurve({ name, height, bars, format }: TimeChartProps) {
  return (
    <AreaChart
      h={height}
      style={{ overflowX: 'clip' }}
      data={bars}
      dataKey="label"
      series={[{ name: 'value', label: name, color: 'var(--mantine-color-anchor)' }]}
      valueFormatter={format}
      yAxisProps={{ allowDecimals: false, width: 84, tickFormatter: formatCompact }}
      // Keyboards and screen readers get the table beside it.
      areaChartProps={{ accessibilityLayer: false }}
    />
  )
}
