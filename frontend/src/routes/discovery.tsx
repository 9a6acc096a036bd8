import { createFileRoute } from '@tanstack/react-router'
import { DiscoveryScreen } from '~/features/groups/lists/DiscoveryScreen'
import { readPageSearch } from '~/lib/pageSearch'

export const Route = createFileRoute('/discovery')({
  validateSearch: readPageSearch,
  component: function Screen() {
    const navigate = Route.useNavigate()
    return (
      <DiscoveryScreen
        search={Route.useSearch()}
        onSearch={(search, replace) => void navigate({ search, replace })}
      />
    )
  },
})
