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
import type { OnSearch, PointSearch } from './search'

export interface StatisticsProps {
  group: Group
  details: GroupDetails
  search: PointSearch
  onSearch: OnSearch
}

/** The points of a group, its leaderboards, the attendance of its meetings, and its monthly report. */
export function GroupStatistics(props: StatisticsProps) {
  const { t } = useTranslation()
  const { show = 'points' } = props.search
  const pending = usePendingPoints(props.group.id)
  return (
    <>
      <SegmentedControl
        mb="md"
        maw="100%"
        style={{ overflowX: 'auto' }}
        aria-label={t('points.part.label')}
        value={show}
        onChange={(part) => props.onSearch({ show: part === 'points' ? undefined : part })}
        data={(['points', 'ranking', 'attendance', 'report'] as const).map((value) => ({
          value,
          label:
            value === 'points' && pending > 0
              ? t('points.part.somePending', { number: formatNumber(pending) })
              : t(`points.part.${value}`),
        }))}
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
