import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { type Committee, refreshCommittees } from './queries'

/** The actions of administrators on an account beside editing it; each asks first and shows its result as a toast. */
export function useCommitteeActions() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  // A refusal may mean that the list is old.
  const onSettled = () => void refreshCommittees(queryClient)
  const turn = useMutation({
    mutationFn: ({ id, isActive }: Pick<Committee, 'id' | 'fullName' | 'isActive'>) =>
      answer(api.PUT('/users/{id}', { params: { path: { id } }, body: { isActive, version: undefined } })),
    onSuccess: (_, { id, fullName, isActive }) =>
      toast.done(t(`committees.done.${isActive ? 'activated' : 'suspended'}`, { name: fullName }), () =>
        turn.mutate({ id, fullName, isActive: !isActive }),
      ),
    onSettled,
  })
  const generate = useMutation({
    mutationFn: ({ email }: Committee) => answer(api.POST('/auth/password/generate', { body: { email } })),
    onSuccess: (_, { fullName: name, email }) => toast.done(t('committees.done.password', { name, email })),
    onSettled,
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
      if (agreed) turn.mutate({ id, fullName: name, isActive: !isActive })
    },
    generatePassword: async (committee: Committee) => {
      const { email, fullName: name } = committee
      const agreed = await confirm({
        title: t('committees.password.title'),
        message: t('committees.password.message', { name, email }),
        confirm: t('committees.password.action'),
        dangerous: true,
      })
      if (agreed) generate.mutate(committee)
    },
  }
}

export type CommitteeActions = ReturnType<typeof useCommitteeActions>
