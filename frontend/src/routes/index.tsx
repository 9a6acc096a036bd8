import { createFileRoute, redirect } from '@tanstack/react-router'
import { LOGIN } from '~/lib/paths'

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: LOGIN })
  },
})
