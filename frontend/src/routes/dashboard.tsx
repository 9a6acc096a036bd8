import { createFileRoute } from '@tanstack/react-router'
import { DashboardScreen } from '~/features/statistics/DashboardScreen'
import { readDashboardSearch } from '~/features/statistics/search'

export const Route = createFileRoute('/dashboard')({
  validateSearch: readDashboardSearch,
  component: function Screen() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <DashboardScreen
        search={search}
        onSearch={(next, replace) => void navigate({ search: next, replace, resetScroll: false })}
      />
    )
  },
})
