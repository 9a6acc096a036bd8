import * as bounds from '~/api/bounds'
import { LIMITS, lengthOf } from '~/lib/fieldLengths'
import { t } from '~/lib/language'
import { formatNumber } from '~/lib/numbers'
import { ownQuestions } from '~/lib/questions'
import { emailAddress, optionalText, requiredText, wholeTime } from '~/lib/validators'
import { variableFault } from '../mailVariables'
import { textOf } from '../richText'
import { isNew, MAX_SEATS, takesMoney } from './defaults'
import type { DraftState, EventFields } from './draftStore'
import { filled, hasChoices } from './questions'
import { SETTINGS } from './settings'
import { sitesFault } from './sites'
import { SECTIONS, type Section } from './steps'

/** Messages by field, named as the server names them: `title`, `eventForm.scheme.0.choices`. */
export type Errors = Record<string, string>

/** The step that shows a field, by the server's name of the field. */
export function sectionOf(field: string): Section | undefined {
  const [root = ''] = field.split('.')
  if (root === 'eventForm') return 'formInfo'
  if (root === 'tickets') return 'paymentInfo'
  return SECTIONS.find((section) => root in SETTINGS[section])
}

/** The errors of a section. They depend on no other section. */
export function errorsOf(section: Section, state: DraftState): Errors {
  const found = RULES[section](state)
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

type Findings = Record<string, string | null | undefined>

const RULES: Record<Section, (state: DraftState) => Findings> = {
  eventInfo: (state) => ({
    title: requiredText(LIMITS.title)(state.event.title),
    eventStartDate: needed(state.event.eventStartDate),
    endDate: wholeTime(state.event.endDate) ?? ending(state.event),
    venueAddress: requiredText(LIMITS.venueAddress)(state.event.venueAddress),
    hostName: optionalText(LIMITS.hostName)(state.event.hostName),
    hostContact: optionalText(LIMITS.hostContact)(state.event.hostContact),
    ...(isNew(state) ? newFindings(state.event) : storedFindings(state.event)),
  }),
  formInfo: ({ formScheme, event }) =>
    Object.assign(
      {
        confirmByMailMinutes: optionalNumber(event.confirmByMailMinutes, ...CONFIRM_MINUTES),
        registrationsPerAddress: optionalNumber(event.registrationsPerAddress, 1, MAX_PER_ADDRESS),
        embedOrigins: sitesFault(event.embedOrigins),
      },
      ...ownQuestions(formScheme).map((question, at) => questionFindings(question, at)),
    ),
  paymentInfo: ({ event }) =>
    event.turnOffPayment || !takesMoney(event)
      ? {}
      : {
          bankName: requiredText(LIMITS.bankName)(event.bankName),
          accountNumber: accountNumber(event.accountNumber),
          accountHolderName: requiredText(LIMITS.accountHolderName)(event.accountHolderName),
          paymentEmailContent: mailText(event.paymentEmailContent),
          paymentDays: optionalNumber(event.paymentDays, 1, MAX_PAYMENT_DAYS),
        },
  emailContent: ({ event }) => ({
    registerEmailContent: event.sendEmailAfterRegister ? mailText(event.registerEmailContent) : null,
    contactEmail: event.contactEmail.trim() === '' ? null : emailAddress(event.contactEmail),
    visitorChangesUntil: wholeTime(event.visitorChangesUntil),
  }),
}

/** The findings about fields that a stored event always has. */
const storedFindings = (event: EventFields): Findings => ({
  description: richText(event.description),
  totalParticipants: seats(event.totalParticipants),
  openRegistrationDate: needed(event.openRegistrationDate),
  closeRegistrationDate: needed(event.closeRegistrationDate) ?? closing(event),
  logo: event.logo ? null : t('events.invalid.logo'),
})

/** The same of a new event, where `completed` fills in empty fields. */
function newFindings(event: EventFields): Findings {
  const { openRegistrationDate: open, closeRegistrationDate: close, eventStartDate: start } = event
  const times = { ...event, openRegistrationDate: open ?? new Date().toISOString() }
  const isOver = Boolean(start) && close === null && closing({ ...times, closeRegistrationDate: start })
  return {
    description: textOf(event.description) === '' ? null : richText(event.description),
    totalParticipants: event.totalParticipants === null ? null : seats(event.totalParticipants),
    openRegistrationDate: wholeTime(open),
    closeRegistrationDate:
      wholeTime(close) ?? (open && isOver ? t('events.invalid.closing') : closing(times)),
    // Registration opens now and closes at the start, unless the organiser chose other times.
    ...(open === null && isOver && { eventStartDate: t('events.invalid.inThePast') }),
  }
}

const needed = (value: unknown) => (value ? null : t('common.invalid.required'))

/** Minutes for which an unconfirmed registration can hold its seat. */
export const CONFIRM_MINUTES = [
  bounds.FormInfoChange_confirmByMailMinutes_minimum,
  bounds.FormInfoChange_confirmByMailMinutes_maximum,
] as const

/** Days that a visitor can have to pay, at most. */
export const MAX_PAYMENT_DAYS = bounds.PaymentSettingsChange_paymentDays_maximum

/** Registrations from one network address and day that can be allowed. */
export const MAX_PER_ADDRESS = bounds.FormInfoChange_registrationsPerAddress_maximum

function optionalNumber(value: number | null, min: number, max: number) {
  return value === null || (Number.isInteger(value) && value >= min && value <= max)
    ? null
    : t('events.invalid.between', { min: formatNumber(min), max: formatNumber(max) })
}

function seats(value: number | null) {
  if (value === null) return t('common.invalid.required')
  return Number.isInteger(value) && value >= 1 && value <= MAX_SEATS
    ? null
    : t('events.invalid.seats', { max: formatNumber(MAX_SEATS) })
}

function closing({ openRegistrationDate: open, closeRegistrationDate: close }: EventFields) {
  return open && close && Date.parse(close) <= Date.parse(open) ? t('events.invalid.closing') : null
}

function ending({ eventStartDate: start, endDate: end }: EventFields) {
  return start && end && Date.parse(end) <= Date.parse(start) ? t('events.invalid.ending') : null
}

function richText(html: string) {
  if (textOf(html) === '') return t('common.invalid.required')
  return [...html].length > LIMITS.longText ? t('events.invalid.tooLong') : null
}

const mailText = (html: string) => richText(html) ?? variableFault(html)

/** Banks print account numbers in groups, so spaces are ignored. */
function accountNumber(value: string) {
  const plain = value.replace(/\s/g, '')
  const problem = requiredText(LIMITS.accountNumber)(plain)
  return problem ?? (/^[a-z0-9]+$/i.test(plain) ? null : t('events.invalid.accountNumber'))
}

/** Choices of one question, and characters of one choice, at most, as on the server. */
const MAX_CHOICES = 100
const MAX_CHOICE = 255

function questionFindings(
  { question, type, choices }: DraftState['formScheme'][number],
  at: number,
): Findings {
  const path = `eventForm.scheme.${at}`
  return {
    [`${path}.question`]: requiredText(LIMITS.question)(question),
    [`${path}.choices`]: hasChoices(type) ? choicesFinding(filled(choices)) : null,
  }
}

function choicesFinding(choices: string[]) {
  if (choices.length === 0) return t('events.invalid.choices')
  if (new Set(choices).size < choices.length) return t('events.invalid.sameChoice')
  if (choices.length > MAX_CHOICES) return t('events.invalid.manyChoices', { max: MAX_CHOICES })
  return choices.some((choice) => lengthOf(choice) > MAX_CHOICE)
    ? t('common.invalid.tooLong', { max: MAX_CHOICE })
    : null
}
