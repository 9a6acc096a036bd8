import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { type Job, refreshSystem } from './queries'
import { useNames } from './useNames'

/** Retries jobs that were given up, after a confirmation. A toast shows the result. */
export function useJobActions() {
  const { t } = useTranslation()
  const { kindOf } = useNames()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    /** Retries the job `id`, or all jobs that were given up if there is no `id`. */
    mutationFn: (id?: string) =>
      id
        ? answer(api.POST('/system/jobs/{id}/retry', { params: { path: { id } } }))
        : answer(api.POST('/system/jobs/retry-dead')),
    onSuccess: ({ messages }) => toast.success(messages),
    // Also after a refusal, which may mean that the list is out of date.
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
