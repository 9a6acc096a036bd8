import { useCallback, useEffect, useRef } from 'react'
import { scrollToRow } from '~/components/useRowWindow'
import type { Participant } from '../queries'
import { useRemovals } from '../removal/removed'

/** Milliseconds within which a closing menu or panel gives up the focus. */
const CLOSING = 600
/** Milliseconds between two checks whether it has. */
const LOOK = 50

/** When rows go or come back, the focus that had nowhere to return to goes to the row in their place. */
export function useFocusInList(eventId: string, people: readonly Participant[] | undefined) {
  const removals = useRemovals()
  const focusWhenLost = useFocusWhenLost()
  const before = useRef({ removed: new Set<string>(), people })
  useEffect(() => {
    const here = removals.filter((removal) => removal.eventId === eventId)
    const removed = new Set(here.flatMap(({ ids }) => [...ids]))
    const last = before.current
    before.current = { removed, people }
    if (!people || !last.people || same(removed, last.removed)) return
    const at = last.people.findIndex(({ id }) => removed.has(id) && !last.removed.has(id))
    const returned = people.find(({ id }) => last.removed.has(id) && !removed.has(id))
    focusWhenLost((returned ?? people[Math.min(Math.max(at, 0), people.length - 1)])?.id)
  }, [eventId, removals, people, focusWhenLost])
}

/**
 * While the side panel leads from one participant to the next, the list follows it; when the panel closes, the focus
 * goes to the row of the last one.
 *
 * @param place The place of the opened participant in the list, from 1.
 */
export function useFocusAfterPanel(opened: string | undefined, place: number | undefined) {
  const focusWhenLost = useFocusWhenLost()
  const last = useRef<string>(undefined)
  useEffect(() => {
    const before = last.current
    last.current = opened
    if (!before) return
    if (!opened) focusWhenLost(before)
    else if (place !== undefined && before !== opened)
      scrollToRow(document.querySelector('[data-row-height]'), place - 1)
  }, [opened, place, focusWhenLost])
}

/** Focuses a row as soon as nothing else has the focus. */
function useFocusWhenLost() {
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])
  return useCallback((id: string | undefined) => {
    let waited = 0
    // A look that is still under way would lead to a row of before.
    clearInterval(timer.current)
    timer.current = window.setInterval(() => {
      waited += LOOK
      const isLost = document.activeElement === document.body
      if (isLost) focusRow(id)
      if (isLost || waited >= CLOSING) clearInterval(timer.current)
    }, LOOK)
  }, [])
}

const same = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  some.size === others.size && [...some].every((id) => others.has(id))

export const rowOf = (id: string | undefined) =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset.row === id)

const focusRow = (id: string | undefined) =>
  (rowOf(id) ?? searchOrItsButton())?.focus({ preventScroll: true })

/** The search of the list; while it is folded, as on a phone, the button in front of it. */
function searchOrItsButton() {
  const search = document.querySelector<HTMLElement>('main [role="search"] input')
  const folded = search?.closest('[hidden]')
  return folded ? document.querySelector<HTMLElement>(`[aria-controls="${folded.id}"]`) : search
}
