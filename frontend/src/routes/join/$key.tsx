import { createFileRoute } from '@tanstack/react-router'
import { JoinLinkScreen } from '~/features/groups/join/JoinLinkScreen'

export const Route = createFileRoute('/join/$key')({
  component: function Screen() {
    const { key } = Route.useParams()
    return <JoinLinkScreen key={key} linkKey={key} />
  },
})
