import { Skeleton, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import tileClasses from '~/components/tiles.module.css'
import { formatMoney, formatNumber } from '~/lib/numbers'
import classes from './Figures.module.css'
import { type Comparison, type Overview, overviewQuery } from './queries'
import type { Period } from './search'
import { useCounted } from './useCounted'

export type FigureName = Exclude<keyof Overview, 'period'>

export interface Figure {
  name: FigureName
  /** The list of the counted items. */
  link: LinkProps
  /** The total that the figure is a part of. */
  whole?: (overview: Overview) => number
}

/** The figures whose growth the server tells, by the name it has there. */
const COMPARED: Partial<Record<FigureName, keyof Overview['period']>> = {
  totalEvents: 'events',
  participants: 'participants',
  checkedIn: 'checkedIn',
  moneyReceived: 'moneyReceived',
}

export const formatFigure = (name: FigureName, value: number) =>
  name === 'moneyReceived' || name === 'moneyDue' ? formatMoney(value) : formatNumber(value)

interface FiguresProps {
  figures: readonly Figure[]
  period: Period
  eventId?: string
}

/** Totals, each a link to its list, with the increase in the period. */
export function Figures({ figures, period, eventId }: FiguresProps) {
  const { t } = useTranslation()
  const overview = useQuery(overviewQuery(period, eventId))
  const counted = useCounted(overview.data, eventId)
  if (!overview.data && overview.error) {
    return <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
  }
  return (
    <ul className={`${tileClasses.tiles} ${classes.figures}`} aria-label={t('statistics.figures')}>
      {figures.map(({ name, link, whole }) => (
        <li key={name}>
          <Link {...link} className={classes.tile}>
            <span className={classes.label}>{t(`statistics.figure.${name}`)}</span>
            {overview.data && counted ? (
              <>
                <span className={classes.number}>
                  {formatFigure(name, counted[name] ?? 0)}
                  {whole && whole(counted) > 0 && (
                    <span className={classes.whole}>
                      {` ${t('statistics.of', { number: formatFigure(name, whole(counted)) })}`}
                    </span>
                  )}
                </span>
                {!overview.isPlaceholderData && (
                  <Change name={name} overview={overview.data} period={period} />
                )}
              </>
            ) : (
              <Skeleton component="span" display="block" height={32} width={72} mt={4} />
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface ChangeProps {
  name: FigureName
  overview: Overview
  period: Period
}

/** The increase of a total in the period, and whether it is greater than in the period before. */
function Change({ name, overview, period }: ChangeProps) {
  const { t } = useTranslation()
  const compared = COMPARED[name]
  const total = overview[name] ?? 0
  if (!compared || total === 0) return null
  const comparison = overview.period[compared]
  // All of the total came within the period: there is nothing to compare it with.
  const isFirst = comparison.value === total
  return (
    <Text component="span" className={classes.change}>
      <span>{t(`statistics.within.${period}`, { number: formatFigure(name, comparison.value) })}</span>
      {!isFirst && <Trend name={name} comparison={comparison} />}
    </Text>
  )
}

/** By how much a figure of the period is greater or smaller than that of the period before. */
export function Trend({
  name,
  comparison: { value, previous },
}: {
  name: FigureName
  comparison: Comparison
}) {
  const { t } = useTranslation()
  const kind = value === previous ? 'same' : value > previous ? 'up' : 'down'
  const Glyph = GLYPHS[kind]
  return (
    <span className={classes.trend} data-kind={kind}>
      <Glyph size={16} aria-hidden />
      {t(`statistics.trend.${kind}`, { number: formatFigure(name, Math.abs(value - previous)) })}
    </span>
  )
}

const GLYPHS = {
  up: IconArrowUpRight,
  down: IconArrowDownRight,
  same: IconEqual,
}
