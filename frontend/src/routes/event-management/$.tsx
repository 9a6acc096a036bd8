import { createFileRoute } from '@tanstack/react-router'
import { EventListScreen } from '~/features/events/EventListScreen'
import { readEventSearch } from '~/features/events/search'

/** Any other path below /event-management shows the list. */
export const Route = createFileRoute('/event-management/$')({
  validateSearch: readEventSearch,
  component: function Screen() {
    const filters = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <EventListScreen
        filters={filters}
        onFilters={(search, replace) => void navigate({ to: '/event-management', search, replace })}
      />
    )
  },
})
