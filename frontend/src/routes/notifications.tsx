import { createFileRoute } from '@tanstack/react-router'
import { MutedGroups } from '~/features/groups/muting/MutedGroups'
import { NotificationsScreen } from '~/features/notifications/NotificationsScreen'
import { notificationsTab } from '~/features/notifications/search'

export const Route = createFileRoute('/notifications')({
  validateSearch: notificationsTab,
  component: Notifications,
})

function Notifications() {
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <NotificationsScreen
      tab={tab ?? 'list'}
      mutedGroups={<MutedGroups />}
      onTab={(tab) => void navigate({ search: tab === 'list' ? {} : { tab } })}
    />
  )
}
