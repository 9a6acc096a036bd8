import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { VariablesMenu } from '~/components/VariablesMenu'
import { asStored, readable, useVariables } from '~/features/events/mailVariables'

/** Pixels that the button with its words takes in the field. */
const BUTTON = 132

interface SubjectFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string
  onSubject: (subject: string) => void
  /** The subject of the mail that the first recipient gets, and their name; nothing while it is loading. */
  shown?: { mail: { subject: string }; fullName: string | null }
}

/** The subject of a message: a line of text, with variables by their names in brackets where the cursor stands. */
export function SubjectField({ value, onSubject, shown, ...input }: SubjectFieldProps) {
  const { t } = useTranslation()
  // A header, which mail servers log, must not open a guest's registration.
  const variables = useVariables().filter(({ name }) => name !== 'ownLink')
  const field = useRef<HTMLInputElement>(null)
  const text = readable(value)
  // The part of the text that is replaced; its end before the field was ever used.
  const selection = useRef<[from: number, to: number]>(null)
  const insert = (name: string) => {
    const [from, to] = selection.current ?? [text.length, text.length]
    const variable = readable(`{{${name}}}`)
    onSubject(asStored(text.slice(0, from) + variable + text.slice(to)))
    const after = from + variable.length
    selection.current = [after, after]
    // Once the field has the new text and the menu has closed.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(after, after)
    })
  }
  const subject = shown?.mail.subject ?? ''
  return (
    <TextInput
      {...input}
      ref={field}
      label={t('messages.subject')}
      description={
        value.includes('{{') && shown
          ? shown.fullName
            ? t('messages.subjectOf', { name: shown.fullName, subject })
            : t('messages.subjectOfGuest', { subject })
          : undefined
      }
      required
      value={text}
      onChange={(event) => onSubject(asStored(event.currentTarget.value))}
      onKeyDown={({ key, currentTarget }) => {
        const at = currentTarget.selectionStart ?? 0
        const isDeletion = key === 'Backspace' || key === 'Delete'
        if (!isDeletion || at !== currentTarget.selectionEnd) return
        // A key that would take a letter of a variable's name takes all of it.
        const deleted = key === 'Backspace' ? at - 1 : at
        const variable = [...text.matchAll(/\[[^[\]]+\]/g)].find(
          ({ index, 0: name }) => index <= deleted && deleted < index + name.length,
        )
        if (variable && asStored(variable[0]) !== variable[0])
          currentTarget.setSelectionRange(variable.index, variable.index + variable[0].length)
      }}
      onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
        if (selectionStart !== null) selection.current = [selectionStart, selectionEnd ?? selectionStart]
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
