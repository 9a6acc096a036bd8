import { CloseButton } from '@mantine/core'
import { type FocusEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sharedValue } from '~/lib/sharedValue'
import { hideNote, isNoteShown, type Note, useNotes } from './notes'
import classes from './Toasts.module.css'
import { DURATION } from './toast'
import { useIsPhone } from './useIsPhone'

/**
 * Notes that are shown at the same time, and on a phone: the newest, because the time in which an action can be taken back
 * does not wait. Older ones come back when there is room.
 */
const SHOWN = 5
const SHOWN_ON_PHONE = 3

/** The number of stages on the screen. */
const stages = sharedValue(0)

/**
 * The corner where notes appear as toasts: not over the acts of a screen, which stand on its right and, on a phone, at its
 * foot. There is none while a stage is shown, which tells them in its `StageNotes`.
 */
export function Toasts() {
  const notes = useNotes()
  const shown = useIsPhone() ? SHOWN_ON_PHONE : SHOWN
  const isStage = stages.useValue() > 0
  if (isStage) return null
  return (
    <div className={classes.toasts} data-toasts>
      {notes.slice(-shown).map((note) => (
        <Toast key={note.id} note={note} />
      ))}
    </div>
  )
}

/** Hides the note when its time is over, which begins anew after it was held. */
function useEnd({ id, stays }: Note, isHeld: boolean) {
  useEffect(() => {
    if (stays === false || isHeld) return
    const timer = setTimeout(() => hideNote(id), stays)
    return () => clearTimeout(timer)
  }, [id, stays, isHeld])
}

/** Gives the focus back to where it came from when a box goes that has it. */
function useFocusGivenBack() {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  useLayoutEffect(
    () => () => {
      const isInside = box.current?.contains(document.activeElement)
      if (isInside && before.current instanceof HTMLElement) before.current.focus()
    },
    [],
  )
  const noteFocus = ({ relatedTarget }: FocusEvent<Element, Element>) => {
    if (!box.current?.contains(relatedTarget)) before.current = relatedTarget
  }
  return { box, noteFocus }
}

function Toast({ note }: { note: Note }) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  useEnd(note, isHeld)
  const { box, noteFocus } = useFocusGivenBack()
  const hold = (isHeld: boolean) => {
    // While it goes, the focus leaves it, and the pointer may still be over it.
    if (!isNoteShown(note.id)) return
    setHeld(isHeld)
    note.onHold?.(isHeld)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is a message, which waits while it is read.
    <div
      ref={box}
      role={note.role}
      className={classes.toast}
      data-toast
      // A touch enters and never leaves.
      onPointerEnter={({ pointerType }: PointerEvent) => pointerType === 'mouse' && hold(true)}
      onPointerLeave={({ currentTarget }: PointerEvent<Element>) =>
        hold(currentTarget.contains(document.activeElement))
      }
      onFocus={(event) => {
        noteFocus(event)
        hold(true)
      }}
      onBlur={({ currentTarget }: FocusEvent<Element>) => hold(currentTarget.matches(':hover'))}
    >
      <span className={classes.icon} style={{ background: `var(--mantine-color-${note.color}-filled)` }}>
        {note.icon}
      </span>
      <div className={classes.words} data-fact={note.isFactFirst}>
        {note.title && <div className={classes.title}>{note.title}</div>}
        <div className={classes.message}>{note.message}</div>
      </div>
      <CloseButton iconSize={16} aria-label={t('common.close')} onClick={() => hideNote(note.id)} />
    </div>
  )
}

/** Shows notes that are toasts elsewhere, as plain lines among the controls of a stage. */
export function StageNotes({ className }: { className?: string }) {
  const notes = useNotes()
  useEffect(() => {
    stages.set(stages.get() + 1)
    return () => stages.set(stages.get() - 1)
  }, [])
  return notes.map((note) => <StageNote key={note.id} note={note} className={className} />)
}

interface StageNoteProps {
  note: Note
  className: string | undefined
}

/** It hides itself in any case, because a stage has no room for the button that closes it. */
function StageNote({ note, className }: StageNoteProps) {
  useEnd({ ...note, stays: note.stays || DURATION.long }, false)
  return (
    // A message may have a button beside its words, for which a paragraph has no place.
    <div role={note.role} className={className} data-failure={note.color === 'red' || undefined}>
      {note.message}
    </div>
  )
}
