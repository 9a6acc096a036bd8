import type { components } from '~/api/schema'
import type { ComparedField } from '~/components/useConflict'
import type { Ticket } from '~/features/tickets/queries'
import { formatDate } from '~/lib/dates'
import { LIMITS } from '~/lib/fieldLengths'
import { t } from '~/lib/language'
import { emailAddress, optionalText, phoneNumber, requiredText } from '~/lib/validators'
import { isFree } from '../payments/owed'
import type { Participant } from '../queries'

type Schemas = components['schemas']

/** The values of the form in the side panel; empty text and null both mean "nothing". */
export type ParticipantValues = ReturnType<typeof valuesOf>

const SHORT = LIMITS.country
const NOTE = 2000

export function valuesOf(participant: Participant | null, type: Schemas['ParticipationType']) {
  const { ticket, participationType = type } = participant ?? {}
  return {
    fullName: participant?.fullName ?? '',
    email: participant?.email ?? '',
    phone: participant?.phone ?? '',
    company: participant?.company ?? '',
    country: participant?.country ?? '',
    role: participant?.role ?? '',
    note: participant?.note ?? '',
    participationType: participationType as Schemas['ParticipationType'],
    ticketId: ticket?.id ?? null,
    invitationCode: participant?.invitationCode ?? '',
    invitedBy: participant?.invitedBy ?? '',
    // A free ticket has no payment fields; another class sets its own amount.
    paymentStatus: participant && !isFree(participant) ? participant.paymentStatus : null,
    paymentMethod: participant?.paymentMethod ?? null,
    dateOfBirth: participant?.dateOfBirth ?? null,
    gender: participant?.gender ?? null,
    identificationNumber: participant?.identificationNumber ?? '',
    taxNumber: participant?.taxNumber ?? '',
    businessLicense: participant?.businessLicense ?? null,
    avatar: participant?.avatar ?? null,
    logo: participant?.logo ?? null,
    sendMail: true,
  }
}

/** The rules of the server, to spare a round trip. */
export const participantRules = (missing: { ticket: string | null }) => ({
  fullName: (value: string) => requiredText(LIMITS.fullName)(value),
  email: (value: string) => (value.trim() ? emailAddress(value) : null),
  phone: (value: string) => (value.trim() ? phoneNumber(value) : null),
  company: (value: string) => optionalText(LIMITS.company)(value),
  country: (value: string) => optionalText(SHORT)(value),
  role: (value: string) => optionalText(SHORT)(value),
  note: (value: string) => optionalText(NOTE)(value),
  invitedBy: (value: string) => optionalText(SHORT)(value),
  invitationCode: (value: string) => optionalText(SHORT)(value),
  identificationNumber: (value: string) => optionalText(SHORT)(value),
  taxNumber: (value: string) => optionalText(SHORT)(value),
  ticketId: (value: string | null) => (value === null ? missing.ticket : null),
})

/** The body that adds a participant. */
export function newParticipant(values: ParticipantValues): Schemas['NewParticipant'] {
  return {
    ...values,
    email: values.email.trim(),
    country: orNull(values.country),
    role: orNull(values.role),
    note: orNull(values.note),
    invitationCode: orNull(values.invitationCode),
    invitedBy: orNull(values.invitedBy),
    identificationNumber: orNull(values.identificationNumber),
    taxNumber: orNull(values.taxNumber),
  }
}

/** The body that changes a participant: only changed fields, so that other people's changes are kept. */
export function changesOf(before: ParticipantValues, after: ParticipantValues): Schemas['ChangeParticipant'] {
  const { sendMail: _, invitationCode: __, ...body } = newParticipant(after)
  const changed = Object.keys(body).filter(
    (name) => before[name as keyof ParticipantValues] !== after[name as keyof ParticipantValues],
  )
  return Object.fromEntries(Object.entries(body).filter(([name]) => changed.includes(name)))
}

/** How to write values that are no texts. */
const SAID: { [Name in keyof ParticipantValues]?: (value: NonNullable<ParticipantValues[Name]>) => string } =
  {
    participationType: (type) => t(`common.participationType.${type}`),
    paymentStatus: (status) => t(`participants.payment.${status}`),
    paymentMethod: (method) => t(`participants.method.${method}`),
    gender: (gender) => t(`common.gender.${gender}`),
    dateOfBirth: formatDate,
    businessLicense: () => t('common.conflict.picture'),
    avatar: () => t('common.conflict.picture'),
    logo: () => t('common.conflict.picture'),
  }

/** The fields in which two people's changes are compared: all that the form of an existing participant has. */
export function comparedFields(tickets: readonly Ticket[]): ComparedField[] {
  const { sendMail: _, invitationCode: __, ...values } = valuesOf(null, 'ORDINARY')
  const nameOf = (id: string) => tickets.find((ticket) => ticket.id === id)?.name ?? ''
  return (Object.keys(values) as (keyof typeof values)[]).map((name) => ({
    path: name,
    label: t(`participants.field.${name}`),
    say: (name === 'ticketId' ? nameOf : SAID[name]) as ComparedField['say'],
  }))
}

const orNull = (text: string) => text.trim() || null
