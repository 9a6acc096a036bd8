import { useTranslation } from 'react-i18next'
import tileClasses from '~/components/tiles.module.css'
import { formatMoney, formatNumber } from '~/lib/numbers'
import classes from './Points.module.css'
import type { Comparison, GroupReport } from './queries'
import type { OnSearch, RowFigure } from './search'
import { Tile } from './Tile'

interface ReportTilesProps {
  report: GroupReport
  /** Whether the reader leads the group. */
  leads: boolean
  onSearch: OnSearch
  /** Shows the deals that a figure counts. */
  onRows: (figure: RowFigure) => void
}

/** The figures of a report; a press on one shows the things that it counts. */
export function ReportTiles({ report, leads, onSearch, onRows }: ReportTilesProps) {
  const { t } = useTranslation()
  const { from, to } = report
  const change = ({ value, previous }: Comparison, format = formatNumber) => {
    const difference = value - previous
    if (difference === 0) return t('points.report.same')
    return t(difference > 0 ? 'points.report.up' : 'points.report.down', {
      number: format(Math.abs(difference)),
    })
  }
  const counted = (figure: RowFigure, { value, previous }: Comparison, isOpen = true) => (
    <Tile
      label={t(`points.report.${figure}`)}
      value={value}
      notes={[change({ value, previous })]}
      onOpen={isOpen ? () => onRows(figure) : undefined}
    />
  )
  const deals = (figures: GroupReport['bought'], name: 'bought' | 'referred', by: 'buy' | 'referral') => (
    <Tile
      label={t(`points.report.${name}`)}
      value={figures.count.value}
      notes={[
        change(figures.count),
        ...(figures.value ? [formatMoney(figures.value.value), change(figures.value, formatMoney)] : []),
      ]}
      onOpen={() => onSearch({ points: 'approved', by, from, to })}
    />
  )
  return (
    <ul className={`${tileClasses.tiles} ${classes.figures}`} aria-label={t('points.report.figures')}>
      {deals(report.bought, 'bought', 'buy')}
      {deals(report.referred, 'referred', 'referral')}
      <Tile
        label={t('points.report.pending')}
        value={report.pending}
        notes={[t('points.report.notCounted')]}
        onOpen={() => onSearch({ points: 'pending', from, to })}
      />
      <Tile
        label={t('points.report.members')}
        value={report.membersAtEnd}
        notes={[t('points.report.membersAtStart', { number: formatNumber(report.membersAtStart) })]}
        onOpen={() => onRows('members')}
      />
      {counted('joined', report.joined)}
      {counted('left', report.left)}
      {counted('events', report.events)}
      {counted('registrations', report.registrations)}
      {counted('checkIns', report.checkIns)}
      {counted('activeMembers', report.activeMembers, leads)}
      {counted('posts', report.posts)}
      {counted('comments', report.comments)}
    </ul>
  )
}
