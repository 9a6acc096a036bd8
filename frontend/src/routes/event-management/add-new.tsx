import { createFileRoute } from '@tanstack/react-router'
import { NewEventScreen } from '~/features/events/wizard/NewEventScreen'
import { readStep } from '~/features/events/wizard/steps'
import { DraftTickets } from '~/features/tickets/WizardTickets'

export const Route = createFileRoute('/event-management/add-new')({
  /** `from` names the event to copy, `group` the group to which the event is to belong, `draft` what is continued. */
  validateSearch: (
    raw: Record<string, unknown>,
  ): ReturnType<typeof readStep> & { from?: string; group?: string; draft?: string } => ({
    ...readStep(raw),
    from: typeof raw.from === 'string' ? raw.from : undefined,
    group: typeof raw.group === 'string' ? raw.group : undefined,
    draft: typeof raw.draft === 'string' ? raw.draft : undefined,
  }),
  component: function Screen() {
    const { step, from, group, draft } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <NewEventScreen
        step={step}
        from={from}
        groupId={group}
        draft={draft}
        onKept={(id) => void navigate({ search: (now) => ({ ...now, draft: id }), replace: true })}
        ticketClasses={<DraftTickets />}
        onStep={(next) => void navigate({ search: (now) => ({ ...now, step: next }) })}
      />
    )
  },
})
