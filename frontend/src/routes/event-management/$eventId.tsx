import { createFileRoute } from '@tanstack/react-router'
import { useLiveParticipants } from '~/features/checkin/useLiveParticipants'
import { EventHomeScreen } from '~/features/event-home/EventHomeScreen'
import { readStatisticsSearch } from '~/features/statistics/search'

export const Route = createFileRoute('/event-management/$eventId')({
  // A word such as `checkin` shows the list; every identifier has a digit.
  params: { parse: ({ eventId }) => (/\d/.test(eventId) ? { eventId } : false) },
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
