import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '~/features/accounts/SignUpScreen'

export const Route = createFileRoute('/auth/sign-up/$')({
  component: () => <SignUpScreen />,
})
