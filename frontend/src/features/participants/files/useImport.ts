import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { components } from '~/api/schema'
import { toast } from '~/components/toast'
import { ApiError, markShown } from '~/lib/apiError'
import { sendForm } from '~/lib/upload'
import { refreshParticipants } from '../useParticipantActions'

type Schemas = components['schemas']
export type ImportPreview = Schemas['ImportPreview']
export type RowError = Schemas['RowError']

/** Milliseconds that the server may need for five thousand people. */
const PATIENCE = 120_000

export interface ImportChoices {
  /** A field's id for every column, null to leave it out; undefined lets the server guess. */
  mapping?: (string | null)[]
  /** The class of rows that name none. */
  ticketId?: string
  sendMail: boolean
}

/** A file on its way in: what the server makes of it with these choices, and the import itself. */
export function useImport(eventId: string, file: File, choices: ImportChoices, onDone: () => void) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const { mapping, ticketId } = choices
  const preview = useQuery({
    queryKey: ['import', eventId, file.name, file.size, file.lastModified, { mapping, ticketId }],
    queryFn: async ({ signal }) => {
      const form = formOf(file, { ...choices, sendMail: false })
      form.append('dryRun', 'true')
      const { data } = await sendForm<Schemas['ImportAnswer']>(path(eventId), form, {
        signal,
        patience: PATIENCE,
      })
      return data.preview
    },
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  // The same file with the same choices is one import, however often the connection breaks.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key for every other wish.
  const key = useMemo(newKey, [file, choices])
  const run = useMutation({
    mutationFn: () =>
      sendForm<Schemas['ImportAnswer']>(path(eventId), formOf(file, choices), {
        onProgress: setProgress,
        patience: PATIENCE,
        headers: { 'Idempotency-Key': key },
      }),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      refreshParticipants(queryClient, eventId)
      onDone()
    },
    // Shown where the file is.
    onError: markShown,
  })
  return { preview, run, progress }
}

/** Not `randomUUID`, which plain HTTP does not have. */
const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].join('-')

const path = (eventId: string) => `/event/${eventId}/attendances/import`

function formOf(file: File, { mapping, ticketId, sendMail }: ImportChoices): FormData {
  const form = new FormData()
  if (mapping) form.append('mapping', JSON.stringify(mapping))
  if (ticketId) form.append('ticketId', ticketId)
  form.append('sendMail', String(sendMail))
  form.append('file', file)
  return form
}

/** What a refused import says about its rows; empty when it is about something else. */
export function rowErrors(error: unknown): { errors: RowError[]; total: number } {
  const body =
    error instanceof ApiError ? (error.body as Partial<Schemas['ErrorEnvelope']> | undefined) : undefined
  const errors = body?.errors ?? []
  return { errors, total: body?.errorCount ?? errors.length }
}
