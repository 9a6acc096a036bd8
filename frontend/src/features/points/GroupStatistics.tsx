import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Group, GroupDetails } from '~/features/groups/queries'
import { rightsIn } from '~/features/groups/rights'
import { AttendanceTable } from '~/features/roll-call/AttendanceTable'
import { Points } from './Points'
import { Ranking } from './Ranking'
import { Report } from './Report'
import type { OnSearch, PointSearch } from './search'

export interface StatisticsProps {
  group: Group
  details: GroupDetails
  search: PointSearch
  onSearch: OnSearch
}

/** The points of a group, its leaderboards, who came to its meetings, and its monthly report. */
export function GroupStatistics(props: StatisticsProps) {
  const { t } = useTranslation()
  const { show = 'points' } = props.search
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
          label: t(`points.part.${value}`),
        }))}
      />
      {show === 'points' && <Points {...props} />}
      {show === 'ranking' && <Ranking {...props} />}
      {show === 'attendance' && (
        <AttendanceTable groupId={props.group.id} leads={rightsIn(props.group).leads} />
      )}
      {show === 'report' && <Report {...props} />}
    </>
  )
}
