import { createFileRoute } from '@tanstack/react-router'
import { DashboardScreen } from '~/features/statistics/DashboardScreen'
import { readStatisticsSearch } from '~/features/statistics/search'

export const Route = createFileRoute('/dashboard')({
  validateSearch: readStatisticsSearch,
  component: function Screen() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return <DashboardScreen search={search} onSearch={(next) => void navigate({ search: next })} />
  },
})
