import { createFileRoute } from '@tanstack/react-router'
import { MyGroupsScreen } from '~/features/groups/lists/MyGroupsScreen'
import { readInvitation } from '~/features/groups/search'

export const Route = createFileRoute('/my-group/')({
  validateSearch: readInvitation,
  component: function Screen() {
    return <MyGroupsScreen invitation={Route.useSearch().invitation} />
  },
})
