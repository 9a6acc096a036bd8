import { Skeleton, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FigureName, formatFigure, Trend } from './Figures'
import classes from './Growth.module.css'
import { type Overview, overviewQuery } from './queries'
import type { Metric, Period } from './search'

interface Grown {
  metric: Metric
  compared: keyof Overview['period']
  /** The total of the same unit. */
  name: FigureName
}

const GROWN: readonly Grown[] = [
  { metric: 'participants', compared: 'participants', name: 'participants' },
  { metric: 'received', compared: 'moneyReceived', name: 'moneyReceived' },
  { metric: 'events', compared: 'events', name: 'totalEvents' },
]

interface GrowthProps {
  period: Period
  metric: Metric
  onMetric: (metric: Metric) => void
}

/** Three figures of the period with their change; pressed, the chart below shows one. */
export function Growth({ period, metric, onMetric }: GrowthProps) {
  const { t } = useTranslation()
  const overview = useQuery(overviewQuery(period))
  // The table of the totals says that they cannot be loaded, and asks again.
  if (!overview.data && overview.error) return null
  const figures = overview.isPlaceholderData ? undefined : overview.data?.period
  return (
    <ul className={classes.figures} aria-label={t('statistics.growth')}>
      {GROWN.map(({ metric: own, compared, name }) => (
        <li key={own}>
          <UnstyledButton
            className={classes.figure}
            aria-pressed={metric === own}
            onClick={() => onMetric(own)}
          >
            <span className={classes.label}>{t(`statistics.metric.${own}`)}</span>
            {figures ? (
              <>
                <span className={classes.number}>{formatFigure(name, figures[compared].value)}</span>
                <Trend name={name} comparison={figures[compared]} />
              </>
            ) : (
              <Skeleton component="span" display="block" height={56} width={120} mt={4} />
            )}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
