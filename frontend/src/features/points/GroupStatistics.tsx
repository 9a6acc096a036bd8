import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Group, GroupDetails } from '~/features/groups/queries'
import { rightsIn } from '~/features/groups/rights'
import { PresenceTable } from '~/features/roll-call/PresenceTable'
import { formatNumber } from '~/lib/numbers'
import { LeaderboardTab } from './LeaderboardTab'
import { Points } from './Points'
import { usePendingPoints } from './queries'
import { Report } from './Report'
import { type OnSearch, PARTS, type PointSearch } from './search'

export interface StatisticsProps {
  group: Group
  details: GroupDetails
  search: PointSearch
  onSearch: OnSearch
}

/** The points of a group, its leaderboards, the attendance of its meetings, and its monthly report. */
export function GroupStatistics(props: StatisticsProps) {
  const { t } = useTranslation()
  const { show = 'points', points } = props.search
  const pending = usePendingPoints(props.group.id)
  const isPending = show === 'points' && points === 'pending'
  const parts = [
    { value: 'points', label: t('points.part.points') },
    // Deals that wait are one press away, as long as there are any.
    ...(pending > 0 || isPending
      ? [
          {
            value: 'pending',
            // The number is of those that the reader decides or answers; the list also has those that wait for others.
            label:
              pending > 0
                ? t('points.part.pending', { number: formatNumber(pending) })
                : t('points.status.pending'),
          },
        ]
      : []),
    { value: 'ranking', label: t('points.part.ranking') },
    { value: 'attendance', label: t('points.part.attendance') },
    { value: 'report', label: t('points.part.report') },
  ]
  return (
    <>
      <SegmentedControl
        mb="md"
        maw="100%"
        style={{ overflowX: 'auto' }}
        aria-label={t('points.part.label')}
        value={isPending ? 'pending' : show}
        onChange={(part) =>
          props.onSearch(
            part === 'pending' ? { points: 'pending' } : { show: PARTS.find((known) => known === part) },
          )
        }
        data={parts}
      />
      {show === 'points' && <Points {...props} />}
      {show === 'ranking' && <LeaderboardTab {...props} />}
      {show === 'attendance' && (
        <PresenceTable groupId={props.group.id} leads={rightsIn(props.group).leads} />
      )}
      {show === 'report' && <Report {...props} />}
    </>
  )
}
