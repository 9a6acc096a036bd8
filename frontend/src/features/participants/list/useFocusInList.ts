import { useEffect, useRef } from 'react'
import type { Participant } from '../queries'
import { useRemovals } from '../removal/removed'

/** Milliseconds within which a closing menu or panel gives up the focus. */
const CLOSING = 600
/** Milliseconds between two checks whether it has. */
const LOOK = 50

/** When rows go or come back, the focus that had nowhere to return to goes to the row in their place. */
export function useFocusInList(eventId: string, people: readonly Participant[] | undefined) {
  const removals = useRemovals()
  const timer = useRef<number>(undefined)
  const before = useRef({ removed: new Set<string>(), people })
  useEffect(() => {
    const here = removals.filter((removal) => removal.eventId === eventId)
    const removed = new Set(here.flatMap(({ ids }) => [...ids]))
    const last = before.current
    before.current = { removed, people }
    if (!people || !last.people || same(removed, last.removed)) return
    const at = last.people.findIndex(({ id }) => removed.has(id) && !last.removed.has(id))
    const returned = people.find(({ id }) => last.removed.has(id) && !removed.has(id))
    const heir = returned ?? people[Math.min(Math.max(at, 0), people.length - 1)]
    let waited = 0
    // A look that is still under way would lead to a row of before.
    clearInterval(timer.current)
    timer.current = window.setInterval(() => {
      waited += LOOK
      const isLost = document.activeElement === document.body
      if (isLost) focusRow(heir?.id)
      if (isLost || waited >= CLOSING) clearInterval(timer.current)
    }, LOOK)
  }, [eventId, removals, people])
}

const same = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  some.size === others.size && [...some].every((id) => others.has(id))

export const rowOf = (id: string | undefined) =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].find(({ dataset }) => dataset.row === id)

function focusRow(id: string | undefined) {
  const target = rowOf(id) ?? document.querySelector<HTMLElement>('main [role="search"] input')
  target?.focus({ preventScroll: true })
}
