import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '~/features/accounts/ProfileScreen'

export const Route = createFileRoute('/profile')({
  component: ProfileScreen,
})
