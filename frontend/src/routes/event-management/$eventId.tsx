import { createFileRoute } from '@tanstack/react-router'
import { useLiveParticipants } from '~/features/checkin/useLiveParticipants'
import { EventHomeScreen } from '~/features/event-home/EventHomeScreen'
import { readStatisticsSearch } from '~/features/statistics/search'

const IDENTIFIER = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const Route = createFileRoute('/event-management/$eventId')({
  // Whatever is no identifier shows the list.
  params: { parse: ({ eventId }) => (IDENTIFIER.test(eventId) ? { eventId } : false) },
  validateSearch: readStatisticsSearch,
  component: function Screen() {
    const { eventId } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    useLiveParticipants(eventId)
    return (
      <EventHomeScreen
        key={eventId}
        eventId={eventId}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    )
  },
})
