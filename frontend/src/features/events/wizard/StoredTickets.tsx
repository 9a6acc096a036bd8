import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { useTicketCalls } from '../queries'
import { type DraftTicket, draftTicketOf } from './draft'
import { newTicketOf } from './eventBody'
import { useWizardContext } from './fields'
import { Tickets } from './Tickets'

/** Classes of a stored event: each change is saved at once. */
export function StoredTickets({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const { state, change } = useWizardContext()
  const calls = useTicketCalls(eventId)
  const { tickets } = state.event

  const save = async (ticket: DraftTicket, at: number | null) => {
    const body = newTicketOf(ticket)
    const { data, messages } = ticket.id
      ? await calls.change.mutateAsync({ ...body, id: ticket.id })
      : await calls.add.mutateAsync(body)
    const stored = draftTicketOf(data)
    change({ tickets: at === null ? [...tickets, stored] : tickets.with(at, stored) })
    toast.success(messages)
  }

  const remove = async ({ id, name }: DraftTicket) => {
    const agreed = await confirm({
      title: t('events.ticket.remove.title'),
      message: t('events.ticket.remove.message', { name }),
      confirm: t('common.delete'),
      dangerous: true,
    })
    if (!agreed || !id) return
    calls.remove.mutate(id, {
      onSuccess: ({ messages }) => {
        change({ tickets: tickets.filter((ticket) => ticket.id !== id) })
        toast.success(messages)
      },
    })
  }

  return <Tickets tickets={tickets} onSave={save} onRemove={(ticket) => void remove(ticket)} />
}
