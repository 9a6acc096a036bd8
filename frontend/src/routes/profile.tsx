import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '~/features/accounts/ProfileScreen'
import { profileTab } from '~/features/accounts/search'
import { MyAccountData } from '~/features/data-requests/MyAccountData'
import { PublicPage } from '~/features/organiser-page/PublicPage'
import { OwnPlans } from '~/features/plans/OwnPlans'

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
      plans={<OwnPlans />}
      page={tab === 'page' && <PublicPage />}
      data={tab === 'data' && <MyAccountData />}
      onTab={(tab) => void navigate({ search: tab === 'general' ? {} : { tab } })}
    />
  )
}
