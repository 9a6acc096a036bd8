import { createFileRoute } from '@tanstack/react-router'
import { AllMoneyScreen } from '~/features/money/AllMoneyScreen'
import { parseReviewSearch } from '~/features/money/search'

export const Route = createFileRoute('/money')({
  validateSearch: parseReviewSearch,
  component: function Screen() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <AllMoneyScreen
        search={search}
        onSearch={(next) =>
          void navigate({ search: next, replace: next.state === search.state, resetScroll: false })
        }
      />
    )
  },
})
