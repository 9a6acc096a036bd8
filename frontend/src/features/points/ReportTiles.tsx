import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber } from '~/lib/money'
import classes from './Points.module.css'
import type { Comparison, GroupReport } from './queries'
import type { OnSearch } from './search'
import { Tile } from './Tile'

interface ReportTilesProps {
  groupId: string
  report: GroupReport
  onSearch: OnSearch
}

/** The figures of a report; a press on one shows the things that it counts. */
export function ReportTiles({ groupId, report, onSearch }: ReportTilesProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { from, to } = report
  const openTab = (tab: 'members' | 'discussion') =>
    void navigate({ to: '/my-group/$groupId', params: { groupId }, search: { tab } })
  const showMovements = () => {
    const list = document.getElementById('movements')
    list?.scrollIntoView()
    list?.focus()
  }
  const change = ({ value, previous }: Comparison, format = formatNumber) => {
    const difference = value - previous
    if (difference === 0) return t('points.report.same')
    return t(difference > 0 ? 'points.report.up' : 'points.report.down', {
      number: format(Math.abs(difference)),
    })
  }
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
    <ul className={classes.tiles} aria-label={t('points.report.figures')}>
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
        onOpen={() => openTab('members')}
      />
      <Tile
        label={t('points.report.joined')}
        value={report.joined.value}
        notes={[change(report.joined)]}
        onOpen={showMovements}
      />
      <Tile
        label={t('points.report.left')}
        value={report.left.value}
        notes={[change(report.left)]}
        onOpen={showMovements}
      />
      <Tile
        label={t('points.report.posts')}
        value={report.posts.value}
        notes={[change(report.posts)]}
        onOpen={() => openTab('discussion')}
      />
      <Tile
        label={t('points.report.comments')}
        value={report.comments.value}
        notes={[change(report.comments)]}
        onOpen={() => openTab('discussion')}
      />
    </ul>
  )
}
