import { createFileRoute } from '@tanstack/react-router'
import { readDataRequestSearch } from '~/features/data-requests/search'
import { DataRequestsScreen } from '~/features/participants/data-requests/DataRequestsScreen'

export const Route = createFileRoute('/event-management/$eventId_/data-requests')({
  validateSearch: readDataRequestSearch,
  component: function Screen() {
    const { eventId } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <DataRequestsScreen
        key={eventId}
        eventId={eventId}
        search={search}
        onSearch={(search) => void navigate({ search })}
      />
    )
  },
})
