import { createFileRoute } from '@tanstack/react-router'
import { GroupManagementScreen } from '~/features/groups/page/GroupManagementScreen'
import { readMembershipSearch } from '~/features/groups/search'
import { tallyColumns } from '~/features/points/tallyColumns'

export const Route = createFileRoute('/group-management/$groupId')({
  validateSearch: readMembershipSearch,
  component: function Screen() {
    const { groupId } = Route.useParams()
    const navigate = Route.useNavigate()
    return (
      <GroupManagementScreen
        key={groupId}
        groupId={groupId}
        search={Route.useSearch()}
        onSearch={(search, replace) => void navigate({ search, replace })}
        moreColumns={(userIds) => tallyColumns(groupId, userIds)}
        onDeleted={() => navigate({ to: '/group-management', replace: true })}
      />
    )
  },
})
