import { queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { sendForm } from '~/lib/upload'

type Schemas = components['schemas']
export type ImportPreview = Schemas['ImportPreview']

/** Milliseconds that the server may need for five thousand people. */
const PATIENCE = 120_000

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
}

export const sendImport = (
  eventId: string,
  form: FormData,
  options: Omit<Parameters<typeof sendForm>[2] & object, 'patience'>,
) =>
  sendForm<Schemas['ImportAnswer']>(`/event/${eventId}/attendances/import`, form, {
    ...options,
    patience: PATIENCE,
  })

export function formOf(file: File, choices: ImportChoices): FormData {
  const { mapping, ticketId, sendMail, shareEmails, sheet, hiddenRows, keepFont } = choices
  const form = new FormData()
  if (mapping) form.append('mapping', JSON.stringify(mapping))
  if (ticketId) form.append('ticketId', ticketId)
  form.append('sendMail', String(sendMail))
  form.append('shareEmails', String(shareEmails))
  if (sheet) form.append('sheet', sheet)
  if (hiddenRows) form.append('hiddenRows', 'true')
  if (keepFont) form.append('keepFont', 'true')
  form.append('file', file)
  return form
}

/**
 * The preview of an import. Its key is not below the event's, so that a refresh of the event does not upload the file
 * again.
 */
export const importPreviewQuery = (eventId: string, file: File, choices: ImportChoices) => {
  const { mapping, ticketId, shareEmails, sheet, hiddenRows, keepFont } = choices
  return queryOptions({
    queryKey: [
      'import',
      eventId,
      file.name,
      file.size,
      file.lastModified,
      { mapping, ticketId, shareEmails, sheet, hiddenRows, keepFont },
    ],
    queryFn: async ({ signal }) => {
      const form = formOf(file, { ...choices, sendMail: false })
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
