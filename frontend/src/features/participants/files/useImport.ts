import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshEvent } from '~/features/events/queries'
import { ticketsQuery } from '~/features/tickets/queries'
import { markShown } from '~/lib/apiError'
import { formOf, type ImportAnswer, type ImportChoices, importPreviewQuery, sendImport } from './queries'

/** The preview of a file with these choices, and its import. */
export function useImport(
  eventId: string,
  file: File,
  choices: ImportChoices,
  onDone: (answer: ImportAnswer) => void,
) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const preview = useQuery(importPreviewQuery(eventId, file, choices))
  const run = useMutation({
    mutationFn: () => sendImport(eventId, formOf(file, choices), { onProgress: setProgress }),
    onSuccess: ({ data }) => {
      void refreshEvent(queryClient, eventId)
      void queryClient.invalidateQueries({ queryKey: ticketsQuery(eventId).queryKey })
      onDone(data)
    },
    // The errors are shown beside the file instead of in a toast.
    onError: markShown,
  })
  return { preview, run, progress }
}
