import { useEffect, useRef } from 'react'
import type { ParticipantActions } from '../details/useParticipantActions'
import type { Participant } from '../queries'
import { undoLastRemoval } from '../removal/useRemoval'

interface GuestKeys {
  /** The participants at hand. */
  people: readonly Participant[]
  /** Whose side panel is open. */
  opened: string | undefined
  actions: ParticipantActions
  onToggle: (id: string) => void
  onStep: (step: 1 | -1) => void
  onHelp: () => void
}

const ROWS = '[data-row]'

/** Marks the side panel, in which the keys act on the participant it shows. */
export const PANEL_MARK = { 'data-guest-panel': true }

/** The keys of the list, which `ShortcutsModal` explains: they act on the row with the focus, or on the open panel. */
export function useGuestKeys(keys: GuestKeys) {
  const latest = useRef(keys)
  latest.current = keys
  /** The row that had the focus last, or whose panel was open. */
  const last = useRef<string>(undefined)
  if (keys.opened) last.current = keys.opened
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (mayAct(event) && press(event.key, latest.current, last.current)) event.preventDefault()
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.dataset.row) last.current = target.dataset.row
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('focusin', onFocus)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('focusin', onFocus)
    }
  }, [])
}

/** Not while the user types, and not in a question, a menu or a list of choices, which have keys of their own. */
function mayAct({ target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return false
  if (target.matches('textarea, select, input:not([type="checkbox"])')) return false
  if (target.closest('[role="menu"], [role="listbox"], [role="tablist"]')) return false
  const dialog = target.closest('[role="dialog"]')
  return dialog ? dialog.querySelector('[data-guest-panel]') !== null : true
}

/**
 * Carries out the action of the key on the opened or focused guest. Returns false if the key has none here.
 *
 * @param last The row that had the focus last; the arrows go on from it, or where it is no longer drawn from the first
 * row in view.
 */
function press(key: string, keys: GuestKeys, last: string | undefined): boolean {
  const { people, opened, actions, onToggle, onStep, onHelp } = keys
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)]
  const at = rows.findIndex((row) => row.parentElement?.closest('tr, li')?.contains(document.activeElement))
  const id = opened ?? rows[at]?.dataset.row
  const person = people.find((one) => one.id === id)
  const move = (step: 1 | -1) => {
    if (opened) onStep(step)
    else {
      const from = at === -1 ? rows.findIndex(({ dataset }) => dataset.row === last) : at
      const next = rows[Math.min(Math.max(from + step, 0), rows.length - 1)]
      const inView = from === -1 ? rows.find((row) => row.getBoundingClientRect().top > 0) : undefined
      ;(inView ?? next)?.focus()
    }
    return rows.length > 0
  }
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return move(1)
    case 'ArrowUp':
    case 'k':
      return move(-1)
    case '/':
      if (opened) return false
      document.querySelector<HTMLElement>('main [role="search"] input')?.focus()
      return true
    case 'x':
      if (!id || opened) return false
      onToggle(id)
      return true
    case 'p':
      if (person?.paymentStatus !== 'unpaid') return false
      actions.pay(person, 'paid')
      return true
    case 'c':
      if (!person || person.checkedInTime) return false
      void actions.toggleCheckIn(person)
      return true
    case 'z':
      return undoLastRemoval()
    case '?':
      onHelp()
      return true
    default:
      return false
  }
}
