import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '~/features/accounts/LoginScreen'

export const Route = createFileRoute('/auth/login/')({
  component: LoginScreen,
})
