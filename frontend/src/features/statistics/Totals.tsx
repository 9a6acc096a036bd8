import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { type Figure, formatFigure } from './Figures'
import { overviewQuery } from './queries'
import type { Period } from './search'
import classes from './Totals.module.css'

interface TotalsProps {
  figures: readonly Figure[]
  /** The period of the figures above, which the same answer of the server has. */
  period: Period
}

/** Totals as the rows of a quiet table, each a link to its list. */
export function Totals({ figures, period }: TotalsProps) {
  const { t } = useTranslation()
  const title = useId()
  const { data, error, refetch } = useQuery(overviewQuery(period))
  return (
    <section className={classes.panel} aria-labelledby={title}>
      <Title id={title} order={2} fz="lg" mb="xs">
        {t('statistics.figures')}
      </Title>
      {!data && error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={classes.rows} aria-labelledby={title}>
          {figures.map(({ name, link }) => (
            <li key={name}>
              <Link {...link} className={classes.row}>
                <span className={classes.label}>{t(`statistics.figure.${name}`)}</span>
                {data ? (
                  <span className={classes.number}>{formatFigure(name, data[name] ?? 0)}</span>
                ) : (
                  <Skeleton component="span" display="block" height={16} width={48} />
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
