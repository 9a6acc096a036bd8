import { createFileRoute } from '@tanstack/react-router'
import { parseListSearch } from '~/features/participants/listSearch'
import { ParticipantsScreen } from '~/features/participants/ParticipantsScreen'

export const Route = createFileRoute('/participant-management/$eventId/$')({
  validateSearch: parseListSearch,
  component: function Screen() {
    const { eventId } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <ParticipantsScreen
        key={eventId}
        eventId={eventId}
        search={search}
        onSearch={(next) =>
          void navigate({ search: next, replace: next.tab === search.tab && next.person === search.person })
        }
      />
    )
  },
})
