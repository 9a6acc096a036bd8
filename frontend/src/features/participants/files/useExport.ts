import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { operations } from '~/api/schema'
import { toast } from '~/components/toast'
import { eventLogKey } from '~/features/events/queries'
import { downloadFile } from '~/lib/download'

type Query = NonNullable<operations['export_participants']['parameters']['query']>

export interface ExportWish {
  /** The format, whether sensitive columns are included, and the list's filters. */
  query: Query
  /** Only these participants. */
  ids?: string[]
}

/** Saves participants as a file; `bytes` tells how much of it has come. */
export function useExport(eventId: string, onDone?: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [bytes, setBytes] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ query, ids }: ExportWish) => {
      setBytes(0)
      return downloadFile(`/event/${eventId}/attendances/export`, {
        query: { ...query, format: query.format ?? undefined },
        body: ids && { ids },
        onProgress: setBytes,
      })
    },
    onSuccess: () => {
      toast.success(t('participants.files.exported'))
      void queryClient.invalidateQueries({ queryKey: eventLogKey(eventId) })
      onDone?.()
    },
  })
  return { start: mutate, isBusy: isPending, bytes }
}
