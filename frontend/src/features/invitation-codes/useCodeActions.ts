import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import { downloadFile } from '~/lib/download'
import { type CodeSearch, codeQueryOf } from './search'

export const FILES = ['xlsx', 'csv', 'pdf'] as const
export type FileKind = (typeof FILES)[number]

/** The actions on codes in the list; each shows its result as a toast. */
export function useCodeActions(eventId: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const params = { path: { eventId } }
  const tellsResult = {
    onSuccess: ({ messages }: { messages: string[] }) => toast.success(messages),
    onSettled: () => void refreshEvent(queryClient, eventId),
  }
  const turn = useMutation({
    mutationFn: (body: { ids: string[]; isActive: boolean }) =>
      answer(api.PUT('/event/{eventId}/invitation-codes', { params, body })),
    ...tellsResult,
  })
  const remove = useMutation({
    mutationFn: (ids: string[]) =>
      answer(api.DELETE('/event/{eventId}/invitation-codes', { params, body: { ids } })),
    ...tellsResult,
  })
  const download = useMutation({
    mutationFn: ({ format, search, ids }: { format: FileKind; search: CodeSearch; ids: string[] }) =>
      downloadFile(`/event/${encodeURIComponent(eventId)}/invitation-codes/export`, {
        query: ids.length > 0 ? { format } : { format, ...codeQueryOf(search) },
        body: ids.length > 0 ? { ids } : undefined,
      }),
    onSuccess: () => toast.success([t('invitationCodes.downloaded')]),
  })

  return {
    isBusy: turn.isPending || remove.isPending,
    isDownloading: download.isPending,
    download: download.mutate,
    turn: (ids: string[], isActive: boolean) => turn.mutate({ ids, isActive }),

    /** Asks for confirmation. True if they were removed. */
    remove: async (ids: string[], code?: string): Promise<boolean> => {
      const agreed = await confirm({
        title: t('invitationCodes.delete.title', { count: ids.length }),
        message: code
          ? t('invitationCodes.delete.one', { code })
          : t('invitationCodes.delete.many', { count: ids.length }),
        confirm: t('common.delete'),
        dangerous: true,
      })
      if (!agreed) return false
      return remove.mutateAsync(ids).then(
        () => true,
        () => false,
      )
    },
  }
}

export type CodeActions = ReturnType<typeof useCodeActions>
