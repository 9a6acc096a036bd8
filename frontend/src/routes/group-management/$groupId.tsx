import { createFileRoute } from '@tanstack/react-router'
import { ComingSoon } from '~/components/ComingSoon'

export const Route = createFileRoute('/group-management/$groupId')({
  component: ComingSoon,
})
