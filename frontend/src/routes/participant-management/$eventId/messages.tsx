import { createFileRoute } from '@tanstack/react-router'
import { MessagesScreen } from '~/features/messages/MessagesScreen'
import { type MessageSearch, parseMessageSearch } from '~/features/messages/search'

export const Route = createFileRoute('/participant-management/$eventId/messages')({
  validateSearch: parseMessageSearch,
  component: function Screen() {
    const { eventId } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    const onSearch = (next: MessageSearch) => void navigate({ search: next })
    return <MessagesScreen key={eventId} eventId={eventId} search={search} onSearch={onSearch} />
  },
})
