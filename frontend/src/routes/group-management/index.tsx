import { createFileRoute } from '@tanstack/react-router'
import { GroupListScreen } from '~/features/groups/lists/GroupListScreen'
import { readGroupListSearch } from '~/features/groups/search'

export const Route = createFileRoute('/group-management/')({
  validateSearch: readGroupListSearch,
  component: function Screen() {
    const navigate = Route.useNavigate()
    return (
      <GroupListScreen
        search={Route.useSearch()}
        onSearch={(search, replace) => void navigate({ search, replace })}
        onOpen={(groupId) => void navigate({ to: '/group-management/$groupId', params: { groupId } })}
      />
    )
  },
})
