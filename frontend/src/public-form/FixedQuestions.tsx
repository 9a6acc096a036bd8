import { FIXED_FIELDS, type FixedField } from '~/lib/questions'
import type { Faults } from './faults'
import type { Draft } from './registrationDraft'
import { TextField } from './TextField'
import { useTranslation } from './translation'

interface FixedQuestionsProps {
  draft: Draft
  /** Tickets of this event are sent by e-mail. */
  mailsTickets: boolean
  faults: Faults
  change: (field: string, changes: Partial<Draft>) => void
  leave: (field: string) => void
  /** All four, unless some cannot be changed. */
  fields?: readonly FixedField[]
}

/** How each is typed on a phone, and what the browser may fill in. A phone number is text with a keypad. */
const INPUTS = {
  fullName: { autoComplete: 'name', autoCapitalize: 'words' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  company: { autoComplete: 'organization' },
} as const satisfies Record<FixedField, object>

/** The four questions that every form begins with. */
export function FixedQuestions({
  draft,
  mailsTickets,
  faults,
  change,
  leave,
  fields = FIXED_FIELDS,
}: FixedQuestionsProps) {
  const { t } = useTranslation()
  return fields.map((field) => (
    <TextField
      key={field}
      field={field}
      label={t(`field.${field}`)}
      hint={field === 'email' ? t(mailsTickets ? 'field.emailHint' : 'field.emailHintNoMail') : undefined}
      value={draft[field]}
      onChange={(value) => change(field, { [field]: value })}
      onLeave={() => leave(field)}
      fault={faults[field]}
      {...INPUTS[field]}
    />
  ))
}
