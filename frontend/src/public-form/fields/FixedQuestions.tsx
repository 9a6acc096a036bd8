import { type FixedField, fixedQuestions } from '~/lib/questions'
import type { PublicEvent } from '../contract'
import type { Draft } from '../register/registrationDraft'
import { useTranslation } from '../translation'
import type { Faults } from './faults'
import { TextField } from './TextField'

interface FixedQuestionsProps {
  event: Pick<PublicEvent, 'eventForm'>
  draft: Draft
  /** Tickets of this event are sent by e-mail. */
  mailsTickets: boolean
  faults: Faults
  change: (field: string, changes: Partial<Draft>) => void
  leave: (field: string) => void
  /** Cannot be changed, so it is not shown. */
  without?: FixedField
}

/**
 * The keyboard of each field on a phone, and the value that the browser may fill in. A phone number is text with a
 * keypad.
 */
const INPUTS = {
  fullName: { autoComplete: 'name', autoCapitalize: 'words' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  company: { autoComplete: 'organization' },
} as const satisfies Record<FixedField, object>

/** The default questions of a form, without those that the organiser left out. */
export function FixedQuestions({
  event,
  draft,
  mailsTickets,
  faults,
  change,
  leave,
  without,
}: FixedQuestionsProps) {
  const { t } = useTranslation()
  const asked = fixedQuestions(event.eventForm.scheme).filter(({ field }) => field !== without)
  return asked.map(({ field, isNeeded }) => (
    <TextField
      key={field}
      field={field}
      label={t(`field.${field}`)}
      isOptional={!isNeeded}
      hint={field === 'email' ? t(mailsTickets ? 'field.emailHint' : 'field.emailHintNoMail') : undefined}
      value={draft[field]}
      onChange={(value) => change(field, { [field]: value })}
      onLeave={() => leave(field)}
      fault={faults[field]}
      {...INPUTS[field]}
    />
  ))
}
