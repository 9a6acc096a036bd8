import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { forgetGroup } from '../queries'
import type { ManagedGroup } from './useOwnerActions'

interface DeleteGroupModalProps {
  group: ManagedGroup
  onClose: () => void
  /** Leaves the group's page, where the dialog was opened on one. */
  onDeleted?: () => Promise<void>
}

/** Deletes a group after the user has typed its name. */
export function DeleteGroupModal({ group, onClose, onDeleted }: DeleteGroupModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, name } = group
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { confirmName: '' },
    validate: { confirmName: (typed) => (typed.trim() === name ? null : t('groups.delete.otherName')) },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (body: typeof form.values) =>
      answer(api.DELETE('/group/{groupId}', { params: { path: { groupId: id } }, body })),
    onSuccess: async () => {
      toast.done(t('groups.done.deleted', { group: name }))
      onClose()
      await onDeleted?.()
      void forgetGroup(queryClient, id)
    },
    onError: showFormError(form),
  })
  return (
    <FormModal opened onClose={onClose} title={t('groups.delete.title', { name })}>
      <form noValidate autoComplete="off" onSubmit={whenValid(form, mutate)}>
        <Stack>
          <Text>{t('groups.delete.message')}</Text>
          <TextInput
            label={t('groups.delete.confirmName')}
            description={name}
            data-autofocus
            key={form.key('confirmName')}
            {...form.getInputProps('confirmName')}
          />
          <FormButtons
            onCancel={onClose}
            isPending={isPending}
            label={t('groups.delete.action')}
            isDangerous
          />
        </Stack>
      </form>
    </FormModal>
  )
}
