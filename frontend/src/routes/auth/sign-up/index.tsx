import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '~/features/accounts/SignUpScreen'
import { mailedInvitationQuery } from '~/features/groups/queries'

export const Route = createFileRoute('/auth/sign-up/')({
  // The token of a mailed invitation, from which the form is filled in.
  validateSearch: (raw): { invitation?: string } => ({
    invitation: typeof raw.invitation === 'string' ? raw.invitation : undefined,
  }),
  component: function Screen() {
    const { invitation } = Route.useSearch()
    const { data, isPending } = useQuery({
      ...mailedInvitationQuery(invitation ?? ''),
      enabled: invitation !== undefined,
    })
    if (invitation && isPending) return null
    return <SignUpScreen known={data} />
  },
})
