import { createFileRoute } from '@tanstack/react-router'
import { BlocksScreen } from '~/features/events/blocks/BlocksScreen'

export const Route = createFileRoute('/event-management/$eventId_/page')({
  component: function Screen() {
    const { eventId } = Route.useParams()
    return <BlocksScreen key={eventId} eventId={eventId} />
  },
})
