import { createFileRoute } from '@tanstack/react-router'
import { EditEventScreen } from '~/features/events/wizard/EditEventScreen'
import { readStep } from '~/features/events/wizard/steps'
import { StoredTickets } from '~/features/tickets/WizardTickets'

export const Route = createFileRoute('/event-management/edit/$eventId')({
  validateSearch: readStep,
  component: function Screen() {
    const { eventId } = Route.useParams()
    const { step } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <EditEventScreen
        key={eventId}
        eventId={eventId}
        step={step}
        ticketClasses={<StoredTickets eventId={eventId} />}
        onStep={(next) => void navigate({ search: { step: next } })}
      />
    )
  },
})
