import { createFileRoute } from '@tanstack/react-router'
import { EventWizardScreen } from '~/features/events/EventWizardScreen'

export const Route = createFileRoute('/event-management/edit/$eventId')({
  component: function Screen() {
    const { eventId } = Route.useParams()
    return <EventWizardScreen key={eventId} eventId={eventId} />
  },
})
