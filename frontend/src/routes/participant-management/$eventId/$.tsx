import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Conflicts } from '~/features/checkin/Conflicts'
import { useLiveParticipants } from '~/features/checkin/useLiveParticipants'
import { ParticipantsScreen } from '~/features/participants/list/ParticipantsScreen'
import { type ListSearch, parseListSearch } from '~/features/participants/listSearch'
import { overviewQuery } from '~/features/statistics/queries'
import { StatisticsStrip } from '~/features/statistics/StatisticsStrip'
import { readStatisticsSearch } from '~/features/statistics/search'
import { useCounted } from '~/features/statistics/useCounted'

/** Whether another tab of the side panel is shown. The form is none: after it, Back would open it again. */
const isOtherTab = ({ panel: before }: ListSearch, { panel: after }: ListSearch) =>
  before !== after && before !== 'edit' && after !== 'edit'

const isOtherList = (
  { person: _a, panel: _b, page: _c, ...before }: ListSearch,
  { person: _d, panel: _e, page: _f, ...after }: ListSearch,
) => JSON.stringify(before) !== JSON.stringify(after)

export const Route = createFileRoute('/participant-management/$eventId/$')({
  validateSearch: (raw) => ({ ...parseListSearch(raw), ...readStatisticsSearch(raw) }),
  component: function Screen() {
    const { eventId } = Route.useParams()
    const { period, metric, ...search } = Route.useSearch()
    const statistics = { period, metric }
    const navigate = Route.useNavigate()
    useLiveParticipants(eventId)
    const overview = useQuery(overviewQuery(period ?? 'week', eventId)).data
    const due = useCounted(overview, eventId)?.moneyDue
    return (
      <ParticipantsScreen
        key={eventId}
        eventId={eventId}
        search={search}
        due={due}
        alerts={<Conflicts eventId={eventId} />}
        figures={
          <StatisticsStrip
            eventId={eventId}
            search={statistics}
            onSearch={(next) => void navigate({ search: { ...search, ...next } })}
          />
        }
        onSearch={(next) =>
          void navigate({
            search: { ...statistics, ...next },
            replace: next.tab === search.tab && next.person === search.person && !isOtherTab(search, next),
            // The list behind the side panel stays where it is; another list begins at its beginning.
            resetScroll: isOtherList(search, next),
          })
        }
      />
    )
  },
})
