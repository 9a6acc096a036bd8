import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { doLater } from '~/components/doLater'
import { DURATION, toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import { api, call } from '~/lib/api'
import { ApiError } from '~/lib/apiError'
import { t } from '~/lib/language'
import { formatNumber } from '~/lib/numbers'
import { type BulkFailure, byReason } from '../bulk/bulk'
import { forgetRemoved, knownParticipant } from '../queries'
import { bringBack, hide, isRemoved, type Removal } from './removed'

/** People in one call at most, as on the server. */
const MOST_IN_CALL = 500

/**
 * The most removals at once that can be undone: their calls may have to be made while the page is left, and browsers
 * then send 64 KiB, of which an identifier takes 39 bytes.
 */
export const MOST_UNDOABLE = 1500

/** Functions that undo the removals of this visit, the last one at the end. */
const undos: (() => boolean)[] = []

/** Takes back the last removal that still can be; false if there is none. */
export function undoLastRemoval(): boolean {
  for (let undo = undos.pop(); undo; undo = undos.pop()) if (undo()) return true
  return false
}

/**
 * Removes participants ten seconds later: until then the lists do without them, no mail is sent, and it can be taken
 * back. `sendMail` is the organiser's decision whether they are told; absent where it was not asked for.
 */
export function useRemoval(eventId: string) {
  const queryClient = useQueryClient()
  return (ids: readonly string[], sendMail?: boolean) => removeLater(queryClient, eventId, ids, sendMail)
}

function removeLater(client: QueryClient, eventId: string, asked: readonly string[], sendMail?: boolean) {
  const ids = asked.filter((id) => !isRemoved(eventId, { id }))
  if (ids.length === 0) return
  const people = ids.flatMap((id) => knownParticipant(client, eventId, id) ?? [])
  const removal = { eventId, ids: new Set(ids), people }
  hide(removal)
  undos.push(
    doLater({
      fact: told('removed', removal),
      act: () => send(client, removal, sendMail),
      takeBack: () => {
        bringBack(removal)
        toast.done(told('restored', removal))
      },
    }),
  )
}

/** The one by name, or how many. */
function told(what: 'removed' | 'restored', { ids, people }: Removal): string {
  const [one] = people
  if (ids.size === 1 && one) return t(`participants.done.${what}`, { name: one.fullName })
  return t(`participants.done.${what}Many`, { count: ids.size, number: formatNumber(ids.size) })
}

async function send(client: QueryClient, removal: Removal, sendMail?: boolean): Promise<void> {
  const { eventId, ids, people } = removal
  const all = [...ids]
  const parts = Array.from({ length: Math.ceil(all.length / MOST_IN_CALL) }, (_, at) =>
    all.slice(at * MOST_IN_CALL, (at + 1) * MOST_IN_CALL),
  )
  // All at once, because the page may be left at this moment.
  const answers = await Promise.all(parts.map((part) => sendPart(eventId, part, sendMail)))
  // A failure without a name is a participant whom another organiser has removed meanwhile.
  const kept = answers.flatMap(({ failed }) => failed).filter(({ fullName }) => fullName !== null)
  const stays = new Set([...kept.map(({ id }) => id), ...answers.flatMap(({ unsent }) => unsent)])
  const known = new Map(people.map((person) => [person.id, person]))
  forgetRemoved(client, {
    eventId,
    ids: new Set(all.filter((id) => !stays.has(id))),
    people: people.filter(({ id }) => !stays.has(id)),
  })
  for (const [reason, those] of byReason(kept)) tellFailure(those, those.length, reason)
  const unsent = answers.flatMap(({ unsent }) => unsent)
  if (unsent.length > 0) {
    const reason = answers.find(({ reason }) => reason)?.reason ?? ''
    tellFailure(
      unsent.flatMap((id) => known.get(id) ?? []),
      unsent.length,
      reason,
    )
  }
  bringBack(removal)
  await refreshEvent(client, eventId)
}

interface PartAnswer {
  failed: BulkFailure[]
  /** Those of a call that failed as a whole. */
  unsent: string[]
  reason?: string
}

async function sendPart(eventId: string, ids: string[], sendMail?: boolean): Promise<PartAnswer> {
  try {
    const { failed } = await call(
      api.POST('/event/{eventId}/attendances/bulk', {
        params: { path: { eventId } },
        body: { action: 'delete', ids, sendMail },
        keepalive: true,
      }),
    )
    return { failed, unsent: [] }
  } catch (error) {
    return { failed: [], unsent: ids, reason: error instanceof ApiError ? error.messages.join(' ') : '' }
  }
}

/** The number of failed removals that are named. */
const NAMED = 3

/** A toast that names the people who are back in the list and the reason; it also appears on other screens. */
function tellFailure(people: readonly { fullName: string | null }[], number: number, reason: string) {
  const named = people.slice(0, NAMED).map(({ fullName }) => fullName)
  const more = number - named.length
  const form = named.length === 0 ? 'failedMany' : more > 0 ? 'failedMore' : 'failed'
  const who = t(`participants.remove.${form}`, {
    names: named.join(', '),
    count: more,
    number: formatNumber(more),
  })
  toast.error([who, reason].filter(Boolean).join(' '), DURATION.longest)
}
