import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { type Committee, refreshCommittees } from './queries'

/** What administrators do to an account beside editing it; each asks first and shows its result as a toast. */
export function useCommitteeActions() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const tellsResult = {
    onSuccess: ({ messages }: { messages: string[] }) => toast.success(messages),
    // A refusal may mean that the list is old.
    onSettled: () => void refreshCommittees(queryClient),
  }
  const turn = useMutation({
    mutationFn: ({ id, isActive }: Pick<Committee, 'id' | 'isActive'>) =>
      answer(api.PUT('/users/{id}', { params: { path: { id } }, body: { isActive } })),
    ...tellsResult,
  })
  const generate = useMutation({
    mutationFn: (email: string) => answer(api.POST('/auth/password/generate', { body: { email } })),
    ...tellsResult,
  })
  const reset = useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/users/{id}/second-factor', { params: { path: { id } } })),
    ...tellsResult,
  })

  return {
    turn: async ({ id, fullName: name, isActive }: Committee) => {
      const action = isActive ? 'suspend' : 'activate'
      const agreed = await confirm({
        title: t(`committees.${action}.title`),
        message: t(`committees.${action}.message`, { name }),
        confirm: t(`committees.${action}.action`),
        dangerous: isActive,
      })
      if (agreed) turn.mutate({ id, isActive: !isActive })
    },
    generatePassword: async ({ email, fullName: name }: Committee) => {
      const agreed = await confirm({
        title: t('committees.password.title'),
        message: t('committees.password.message', { name, email }),
        confirm: t('committees.password.action'),
        dangerous: true,
      })
      if (agreed) generate.mutate(email)
    },
    resetSecondFactor: async ({ id, fullName: name }: Committee) => {
      const agreed = await confirm({
        title: t('committees.secondFactor.title'),
        message: t('committees.secondFactor.message', { name }),
        confirm: t('committees.secondFactor.action'),
        dangerous: true,
      })
      if (agreed) reset.mutate(id)
    },
  }
}

export type CommitteeActions = ReturnType<typeof useCommitteeActions>
