import { createFileRoute } from '@tanstack/react-router'
import { NewEventScreen } from '~/features/events/wizard/NewEventScreen'
import { readStep } from '~/features/events/wizard/sections'
import { DraftTickets } from '~/features/tickets/WizardTickets'

export const Route = createFileRoute('/event-management/add-new')({
  /** `from` names the event to copy. */
  validateSearch: (raw: Record<string, unknown>): ReturnType<typeof readStep> & { from?: string } => ({
    ...readStep(raw),
    from: typeof raw.from === 'string' ? raw.from : undefined,
  }),
  component: function Screen() {
    const { step, from } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NewEventScreen
        step={step}
        from={from}
        ticketClasses={<DraftTickets />}
        onStep={(next) => void navigate({ search: { step: next, from } })}
      />
    )
  },
})
