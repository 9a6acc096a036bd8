import { createFileRoute } from '@tanstack/react-router'
import { MoneyScreen } from '~/features/money/MoneyScreen'
import { parseReviewSearch } from '~/features/money/search'

export const Route = createFileRoute('/event-management/$eventId_/money')({
  validateSearch: parseReviewSearch,
  component: function Screen() {
    const { eventId } = Route.useParams()
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <MoneyScreen
        key={eventId}
        eventId={eventId}
        search={search}
        onSearch={(next) =>
          void navigate({ search: next, replace: next.state === search.state, resetScroll: false })
        }
      />
    )
  },
})
