import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsScreen } from '~/features/webhooks/IntegrationsScreen'

export const Route = createFileRoute('/event-management/$eventId_/integrations')({
  component: function Screen() {
    const { eventId } = Route.useParams()
    return <IntegrationsScreen key={eventId} eventId={eventId} />
  },
})
