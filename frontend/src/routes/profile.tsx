import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen, profileTab } from '~/features/accounts/ProfileScreen'

export const Route = createFileRoute('/profile')({
  validateSearch: profileTab,
  component: Profile,
})

function Profile() {
  const { tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ProfileScreen
      tab={tab ?? 'general'}
      onTab={(tab) => void navigate({ search: tab === 'general' ? {} : { tab }, replace: true })}
    />
  )
}
