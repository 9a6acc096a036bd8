import { createFileRoute } from '@tanstack/react-router'
import { PlanScreen } from '~/features/plans/PlanScreen'
import { type PageSearch, readPageSearch } from '~/lib/pageSearch'

export const Route = createFileRoute('/plan/$planId')({
  validateSearch: (raw: Record<string, unknown>): Pick<PageSearch, 'page'> => ({
    page: readPageSearch(raw).page,
  }),
  component: function Screen() {
    const { planId } = Route.useParams()
    const { page = 1 } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <PlanScreen
        planId={planId}
        page={page}
        onPage={(page, replace) => void navigate({ search: { page: page > 1 ? page : undefined }, replace })}
        onDeleted={() => void navigate({ to: '/plan-management', replace: true })}
      />
    )
  },
})
