import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen, notificationsTab } from '~/features/notifications/NotificationsScreen'

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
      onTab={(tab) => void navigate({ search: tab === 'list' ? {} : { tab }, replace: true })}
    />
  )
}
