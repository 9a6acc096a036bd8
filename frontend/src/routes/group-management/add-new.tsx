import { createFileRoute } from '@tanstack/react-router'
import { NewGroupScreen } from '~/features/groups/settings/NewGroupScreen'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/group-management/add-new')({
  component: function Screen() {
    const { profile } = useSession()
    const navigate = Route.useNavigate()
    return (
      <NewGroupScreen
        onCreated={(groupId) =>
          void (isAdmin(profile)
            ? navigate({ to: '/group-management/$groupId', params: { groupId } })
            : navigate({ to: '/my-group/$groupId', params: { groupId }, search: { created: true } }))
        }
      />
    )
  },
})
