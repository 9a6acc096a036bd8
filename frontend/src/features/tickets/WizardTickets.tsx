import { draftTicketOf } from '~/features/events/wizard/draftStore'
import { useWizardContext } from '~/features/events/wizard/fields'
import { TicketRows } from './TicketRows'
import { useTicketActions } from './useTicketActions'

/** Classes of an event that is not stored yet: they are part of its draft. */
export function DraftTickets() {
  const { state, change } = useWizardContext()
  const { tickets } = state.event
  return (
    <TicketRows
      tickets={tickets}
      onSave={async (ticket, at) =>
        change({ tickets: at === null ? [...tickets, ticket] : tickets.with(at, ticket) })
      }
      onRemove={(_, at) => change({ tickets: tickets.toSpliced(at, 1) })}
    />
  )
}

/** Classes of a stored event: each change is saved at once. */
export function StoredTickets({ eventId }: { eventId: string }) {
  const { state, change } = useWizardContext()
  const actions = useTicketActions(eventId)
  const { tickets } = state.event
  return (
    <TicketRows
      tickets={tickets}
      onSave={async (ticket, at) => {
        const stored = draftTicketOf(await actions.save(ticket))
        change({ tickets: at === null ? [...tickets, stored] : tickets.with(at, stored) })
      }}
      onRemove={async (ticket, at) => {
        const left = await actions.remove(ticket)
        if (left === true) change({ tickets: tickets.toSpliced(at, 1) })
        else if (left) change({ tickets: tickets.with(at, draftTicketOf(left)) })
      }}
    />
  )
}
