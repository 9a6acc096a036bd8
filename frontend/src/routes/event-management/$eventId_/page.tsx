import { createFileRoute } from '@tanstack/react-router'
import { PageScreen } from '~/features/events/page/PageScreen'

export const Route = createFileRoute('/event-management/$eventId_/page')({
  component: function Screen() {
    const { eventId } = Route.useParams()
    return <PageScreen key={eventId} eventId={eventId} />
  },
})
