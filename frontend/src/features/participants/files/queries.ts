import { queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { sendForm } from '~/lib/upload'

type Schemas = components['schemas']
export type ImportPreview = Schemas['ImportPreview']
export type ImportAnswer = Schemas['ImportAnswer']
type StatusChoice = Schemas['StatusChoice']
export type ClassChoice = Schemas['ClassChoice']
export type NameOrder = Schemas['NameOrder']
export type PhoneChoice = Schemas['PhoneChoice']
export type DateOrder = Schemas['DateOrder']
export type RowChoice = Schemas['RowChoice']
export type PaymentChoice = Schemas['PaymentChoice']

/** Milliseconds that the server may need for five thousand people. */
const PATIENCE = 120_000

/** The field of a column that becomes a question of the event's form. */
export const NEW_QUESTION = 'newQuestion'

export interface ImportChoices {
  /** A field's id for every column, null to leave it out; undefined lets the server guess. */
  mapping?: (string | null)[]
  /** The class of rows that name none. */
  ticketId?: string
  sendMail: boolean
  /** Whether several people may have one e-mail address. */
  shareEmails: boolean
  /** The sheet with the list; undefined lets the server choose. */
  sheet?: string
  /** Whether rows that are hidden in the file are taken, too. */
  hiddenRows?: boolean
  /** Whether texts typed for an old font stay as they are. */
  keepFont?: boolean
  nameOrder?: NameOrder
  /** The meaning of words about taking part. */
  statuses: StatusChoice[]
  /** The meaning of classes that the event does not have. */
  classes: ClassChoice[]
  /** Whether a person with a known address and another name is the same person. */
  renames: boolean
  /** Whether people are added again who are no longer on the list. */
  addRemoved: boolean
  /** Whether a person recognised by name and phone number gets the address of the file. */
  replaceEmails: boolean
  /** The treatment of invalid phone numbers; undefined asks. */
  badPhones?: PhoneChoice
  /** The treatment of phone numbers that are not in use; undefined asks. */
  doubtfulPhones?: PhoneChoice
  /** The order of day and month in dates of birth, where the file does not prove it. */
  dateOrder?: DateOrder
  /** The treatment of people who paid another amount than is due; undefined asks. */
  oddPayments?: PaymentChoice
  /** The treatment of rows with nothing but a name at the end of the list; undefined asks. */
  lastRows?: RowChoice
}

export const NO_CHOICES: ImportChoices = {
  sendMail: false,
  shareEmails: false,
  statuses: [],
  classes: [],
  renames: false,
  addRemoved: false,
  replaceEmails: false,
}

/** Answers about cells that another sheet or column does not have. */
export const NO_CELLS = {
  badPhones: undefined,
  doubtfulPhones: undefined,
  dateOrder: undefined,
  oddPayments: undefined,
  lastRows: undefined,
} satisfies Partial<ImportChoices>

export const sendImport = (
  eventId: string,
  form: FormData,
  options: Omit<Parameters<typeof sendForm>[2] & object, 'patience'>,
) =>
  sendForm<ImportAnswer>(`/event/${eventId}/attendances/import`, form, {
    ...options,
    patience: PATIENCE,
  })

export function formOf(file: File, choices: ImportChoices): FormData {
  const form = new FormData()
  const { mapping, ticketId, nameOrder, statuses, classes } = choices
  if (mapping) form.append('mapping', JSON.stringify(mapping))
  if (ticketId) form.append('ticketId', ticketId)
  if (nameOrder) form.append('nameOrder', nameOrder)
  if (statuses.length > 0) form.append('statuses', JSON.stringify(statuses))
  if (classes.length > 0) form.append('classes', JSON.stringify(classes))
  form.append('sendMail', String(choices.sendMail))
  // Without it the server lets those share an address who stand in one order.
  if (choices.shareEmails) form.append('shareEmails', 'true')
  if (choices.renames) form.append('renames', 'true')
  if (choices.addRemoved) form.append('addRemoved', 'true')
  if (choices.replaceEmails) form.append('replaceEmails', 'true')
  if (choices.badPhones) form.append('badPhones', choices.badPhones)
  if (choices.doubtfulPhones) form.append('doubtfulPhones', choices.doubtfulPhones)
  if (choices.dateOrder) form.append('dateOrder', choices.dateOrder)
  if (choices.oddPayments) form.append('oddPayments', choices.oddPayments)
  if (choices.lastRows) form.append('lastRows', choices.lastRows)
  if (choices.sheet) form.append('sheet', choices.sheet)
  if (choices.hiddenRows) form.append('hiddenRows', 'true')
  if (choices.keepFont) form.append('keepFont', 'true')
  form.append('file', file)
  return form
}

/**
 * The preview of an import. Its key is not below the event's, so that a refresh of the event does not upload the file
 * again.
 */
export const importPreviewQuery = (eventId: string, file: File, choices: ImportChoices) => {
  // Mails change nothing about it.
  const asked = { ...choices, sendMail: false }
  return queryOptions({
    queryKey: ['import', eventId, file.name, file.size, file.lastModified, asked],
    queryFn: async ({ signal }) => {
      const form = formOf(file, asked)
      form.append('dryRun', 'true')
      const { data } = await sendImport(eventId, form, { signal })
      return data.preview
    },
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
