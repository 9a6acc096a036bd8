import { createFileRoute } from '@tanstack/react-router'
import { EventListScreen } from '~/features/events/EventListScreen'
import { draftsQuery, listedEventsQuery } from '~/features/events/queries'
import { readEventSearch } from '~/features/events/search'
import { StatisticsStrip } from '~/features/statistics/StatisticsStrip'
import { readStatisticsSearch } from '~/features/statistics/search'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/event-management/')({
  validateSearch: (raw) => ({ ...readEventSearch(raw), ...readStatisticsSearch(raw) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps, cause }) => {
    // Beside the screen's program. A link that is only pointed at asks for nothing.
    if (cause === 'preload') return
    void queryClient.prefetchQuery(listedEventsQuery(deps))
    void queryClient.prefetchQuery(draftsQuery)
  },
  component: function Screen() {
    const { period, metric, ...filters } = Route.useSearch()
    const statistics = { period, metric }
    const navigate = Route.useNavigate()
    const { profile } = useSession()
    return (
      <EventListScreen
        filters={filters}
        onFilters={(search, replace) => void navigate({ search: { ...statistics, ...search }, replace })}
        // Administrators have the dashboard.
        figures={
          !isAdmin(profile) && (
            <StatisticsStrip
              search={statistics}
              onSearch={(search) => void navigate({ search: { ...filters, ...search } })}
            />
          )
        }
      />
    )
  },
})
