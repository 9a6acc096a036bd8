import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { type Job, refreshSystem } from './queries'
import { useNames } from './useNames'

/** Has jobs tried again that were given up, after a question; the result is shown as a toast. */
export function useJobActions() {
  const { t } = useTranslation()
  const { kindOf } = useNames()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    /** Without an identifier, all of them. */
    mutationFn: (id?: string) =>
      id
        ? answer(api.POST('/system/jobs/{id}/retry', { params: { path: { id } } }))
        : answer(api.POST('/system/jobs/retry-dead')),
    onSuccess: ({ messages }) => toast.success(messages),
    // A refusal may mean that the list is old.
    onSettled: () => void refreshSystem(queryClient),
  })
  return {
    isRetrying: isPending,
    retry: async ({ id, kind }: Job) => {
      const agreed = await confirm({
        title: t('system.jobs.retry.title'),
        message: t('system.jobs.retry.message', { kind: kindOf(kind) }),
        confirm: t('system.jobs.retry.action'),
      })
      if (agreed) mutate(id)
    },
    retryAll: async () => {
      const agreed = await confirm({
        title: t('system.jobs.retryAll.title'),
        message: t('system.jobs.retryAll.message'),
        confirm: t('system.jobs.retryAll.action'),
      })
      if (agreed) mutate(undefined)
    },
  }
}
