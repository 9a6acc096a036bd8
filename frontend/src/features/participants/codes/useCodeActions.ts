import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { downloadFile } from '~/lib/download'
import type { ListSearch } from '../listSearch'
import { ticketsQuery } from '../queries'
import { codeQueryOf, codesKey } from './queries'

export const FILES = ['xlsx', 'csv', 'pdf'] as const
export type FileKind = (typeof FILES)[number]

/** After codes were made, changed or taken away: their lists, the classes' counts and the log are old. */
export function refreshCodes(queryClient: QueryClient, eventId: string) {
  void queryClient.invalidateQueries({ queryKey: codesKey(eventId) })
  void queryClient.invalidateQueries(ticketsQuery(eventId))
  void queryClient.invalidateQueries({ queryKey: ['activities', eventId] })
}

/** What can be done to codes in the list; each tells its result. */
export function useCodeActions(eventId: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const params = { path: { eventId } }
  const told = {
    onSuccess: ({ messages }: { messages: string[] }) => toast.success(messages),
    onSettled: () => refreshCodes(queryClient, eventId),
  }
  const turn = useMutation({
    mutationFn: (body: { ids: string[]; isActive: boolean }) =>
      answer(api.PUT('/event/{eventId}/invitation-codes', { params, body })),
    ...told,
  })
  const remove = useMutation({
    mutationFn: (ids: string[]) =>
      answer(api.DELETE('/event/{eventId}/invitation-codes', { params, body: { ids } })),
    ...told,
  })
  const download = useMutation({
    mutationFn: ({ format, search, ids }: { format: FileKind; search: ListSearch; ids: string[] }) =>
      downloadFile(`/event/${encodeURIComponent(eventId)}/invitation-codes/export`, {
        query: ids.length > 0 ? { format } : { format, ...codeQueryOf(search) },
        body: ids.length > 0 ? { ids } : undefined,
      }),
    onSuccess: () => toast.success([t('participants.codes.downloaded')]),
  })

  return {
    isBusy: turn.isPending || remove.isPending,
    isDownloading: download.isPending,
    download: download.mutate,
    turn: (ids: string[], isActive: boolean) => turn.mutate({ ids, isActive }),

    /** True when they are gone. */
    remove: async (ids: string[], code?: string): Promise<boolean> => {
      const agreed = await confirm({
        title: t('participants.codes.delete.title', { count: ids.length }),
        message: code
          ? t('participants.codes.delete.one', { code })
          : t('participants.codes.delete.many', { count: ids.length }),
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
