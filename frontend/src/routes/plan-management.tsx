import { createFileRoute } from '@tanstack/react-router'
import { PlanListScreen } from '~/features/plans/PlanListScreen'
import { readPlanSearch } from '~/features/plans/search'

export const Route = createFileRoute('/plan-management')({
  validateSearch: readPlanSearch,
  component: function Screen() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <PlanListScreen
        search={search}
        onSearch={(search, replace) => void navigate({ search, replace })}
        onOpen={(planId) => void navigate({ to: '/plan/$planId', params: { planId } })}
      />
    )
  },
})
