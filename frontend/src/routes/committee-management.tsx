import { createFileRoute } from '@tanstack/react-router'
import { CommitteesScreen } from '~/features/committees/CommitteesScreen'
import { readCommitteeSearch } from '~/features/committees/search'

export const Route = createFileRoute('/committee-management')({
  validateSearch: readCommitteeSearch,
  component: function Screen() {
    const search = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <CommitteesScreen search={search} onSearch={(search, replace) => void navigate({ search, replace })} />
    )
  },
})
