import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '~/features/accounts/ForgotPasswordScreen'

export const Route = createFileRoute('/auth/forgot-password')({
  component: ForgotPasswordScreen,
})
