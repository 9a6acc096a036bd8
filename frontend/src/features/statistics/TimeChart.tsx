import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { formatCompact } from '~/lib/numbers'

export interface TimeChartProps {
  name: string
  height: number
  bars: { label: string; value: number }[]
  format: (value: number) => string
}

/** Bars over time; a module of its own, because the library for charts is loaded only where one is shown. */
export default function TimeChart({ name, height, bars, format }: TimeChartProps) {
  return (
    <BarChart
      h={height}
      // The tooltip of a bar keeps its place when the window becomes narrower.
      style={{ overflowX: 'clip' }}
      data={bars}
      dataKey="label"
      series={[{ name: 'value', label: name, color: 'var(--mantine-color-anchor)' }]}
      valueFormatter={format}
      yAxisProps={{ allowDecimals: false, width: 84, tickFormatter: formatCompact }}
      maxBarWidth={48}
      barProps={{ radius: [4, 4, 0, 0] }}
      // Keyboards and screen readers get the table beside it.
      accessibilityLayer={false}
    />
  )
}
