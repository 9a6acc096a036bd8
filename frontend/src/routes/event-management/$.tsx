import { createFileRoute } from '@tanstack/react-router'
import { EventListScreen } from '~/features/events/EventListScreen'
import { readEventSearch } from '~/features/events/search'

/** Whatever else stands below /event-management shows the list. */
export const Route = createFileRoute('/event-management/$')({
  validateSearch: readEventSearch,
  component: function Screen() {
    const shown = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <EventListScreen
        shown={shown}
        onShow={(search, replace) => void navigate({ to: '/event-management', search, replace })}
      />
    )
  },
})
