import { createFileRoute } from '@tanstack/react-router'
import { MyGroupsScreen } from '~/features/groups/MyGroupsScreen'

export const Route = createFileRoute('/my-group/')({
  component: MyGroupsScreen,
})
