import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { MemberSelect } from '../members/MemberSelect'
import { refreshGroup } from '../queries'
import type { ManagedGroup } from './useOwnerActions'

/** Makes another member the owner of the group. */
export function TransferModal({ group, onClose }: { group: ManagedGroup; onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { userId: null as string | null },
    validate: { userId: (id) => (id ? null : t('groups.transfer.chooseOne')) },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (userId: string) =>
      answer(
        api.POST('/group/{groupId}/transfer', { params: { path: { groupId: group.id } }, body: { userId } }),
      ),
    onSuccess: () => {
      toast.done(t('groups.done.transferred', { group: group.name }))
      onClose()
    },
    onError: showFormError(form),
    onSettled: () => void refreshGroup(queryClient, group.id),
  })
  return (
    <FormModal opened onClose={onClose} title={t('groups.transfer.title')}>
      <form noValidate onSubmit={whenValid(form, ({ userId }) => void (userId && mutate(userId)))}>
        <Stack>
          <Text>{t('groups.transfer.message', { name: group.name })}</Text>
          <MemberSelect
            groupId={group.id}
            label={t('groups.transfer.newOwner')}
            offers={({ role }) => role !== 'owner'}
            {...form.getInputProps('userId')}
          />
          <FormButtons onCancel={onClose} isPending={isPending} label={t('groups.transfer.action')} />
        </Stack>
      </form>
    </FormModal>
  )
}
