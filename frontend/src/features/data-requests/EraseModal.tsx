import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { isTypedName } from '~/lib/typedName'
import { type DataRequest, erasePerson, type Keeper, refreshDataRequests } from './queries'

interface EraseModalProps {
  keeper: Keeper
  request: DataRequest
  onErased: (() => Promise<unknown>) | undefined
  onClose: () => void
}

/** Carries out an erasure, which cannot be undone, after the person's name was typed. */
export function EraseModal({ keeper, request, onErased, onClose }: EraseModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, fullName } = request
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { fullName: '' },
    validate: {
      fullName: (typed) => (isTypedName(typed, fullName) ? null : t('dataRequests.eraseWrong')),
    },
  })
  const erasure = useMutation({
    mutationFn: () => erasePerson(keeper, id),
    onSuccess: () => {
      toast.done(t('dataRequests.erased'))
      onClose()
    },
    onError: showFormError(form),
    onSettled: () => Promise.all([refreshDataRequests(queryClient, keeper), onErased?.()]),
  })
  return (
    <FormModal opened onClose={onClose} title={t('dataRequests.eraseTitle', { name: fullName })}>
      <form noValidate onSubmit={whenValid(form, () => erasure.mutate())}>
        <Stack>
          <Text>{t(keeper === null ? 'dataRequests.eraseAccountText' : 'dataRequests.eraseText')}</Text>
          <TextInput
            label={t('dataRequests.eraseType', { name: fullName })}
            autoComplete="off"
            data-autofocus
            key={form.key('fullName')}
            {...form.getInputProps('fullName')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" loading={erasure.isPending}>
              {t('dataRequests.erase')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
