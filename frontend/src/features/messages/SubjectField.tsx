import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { VariablesMenu } from '~/components/VariablesMenu'
import { asStored, readable, useVariables } from '~/features/events/mailVariables'
import { edited, ONLY_IN_TEXT } from './subjectText'

/** Pixels that the button with its words takes in the field. */
const BUTTON = 132

interface SubjectFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onSubject: (subject: string) => void
  /** The subject of the mail that the first recipient gets, and their name; nothing while it is loading. */
  shown?: { mail: { subject: string }; fullName: string | null }
}

/** The subject of a message: a line of text, with variables by their names in brackets where the cursor stands. */
export function SubjectField({ value, onSubject, shown, error, ...input }: SubjectFieldProps) {
  const { t } = useTranslation()
  const variables = useVariables().filter(({ name }) => name !== ONLY_IN_TEXT)
  const field = useRef<HTMLInputElement>(null)
  const text = readable(value)
  // The part of the text that is replaced; its end before the field was ever used.
  const selection = useRef<[from: number, to: number]>(null)
  // Where the cursor stands after a change that the browser did not make; then its own undo knows nothing of the text.
  const caret = useRef<number>(null)
  const past = useRef<string[]>([])
  const future = useRef<string[]>([])
  useLayoutEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const write = (subject: string, at: number | null) => {
    if (subject === value) return
    past.current.push(value)
    future.current = []
    caret.current = at
    onSubject(subject)
  }
  const step = (from: typeof past, to: typeof past) => {
    const subject = from.current.pop()
    if (subject === undefined) return
    to.current.push(value)
    caret.current = readable(subject).length
    onSubject(subject)
  }
  const insert = (name: string) => {
    const [from, to] = selection.current ?? [text.length, text.length]
    const before = text.slice(0, from) + readable(`{{${name}}}`)
    const next = edited(text, before + text.slice(to), before.length)
    write(asStored(next.text), next.caret)
    selection.current = [next.caret, next.caret]
    // Once the menu has closed.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const subject = shown?.mail.subject ?? ''
  return (
    <TextInput
      {...input}
      ref={field}
      label={t('messages.subject')}
      error={error ?? (/\{\{[^{}]*\}\}/.test(text) && t('events.editor.unknownVariable'))}
      description={
        value.includes('{{') && shown
          ? shown.fullName
            ? t('messages.subjectOf', { name: shown.fullName, subject })
            : t('messages.subjectOfGuest', { subject })
          : undefined
      }
      required
      value={text}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value
        const next = edited(text, typed, currentTarget.selectionStart ?? typed.length)
        write(asStored(next.text), next.text === typed ? null : next.caret)
      }}
      onKeyDown={(event) => {
        const key = event.key.toLowerCase()
        if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return
        event.preventDefault()
        if (key === 'z' && !event.shiftKey) step(past, future)
        else step(future, past)
      }}
      // The press on the button takes the focus away. The browser tells of a selected text, but not of a moved cursor.
      onBlur={(event) => {
        const { selectionStart, selectionEnd } = event.currentTarget
        if (selectionStart !== null) selection.current = [selectionStart, selectionEnd ?? selectionStart]
        input.onBlur?.(event)
      }}
      rightSectionWidth={BUTTON}
      rightSection={
        <VariablesMenu variables={variables} onPick={insert}>
          <Button variant="subtle" size="compact-sm" h="100%" aria-label={t('messages.insertIntoSubject')}>
            {t('events.editor.variable')}
          </Button>
        </VariablesMenu>
      }
    />
  )
}
