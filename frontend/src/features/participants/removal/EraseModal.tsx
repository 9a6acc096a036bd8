import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import { formatMoney } from '~/lib/numbers'
import { isTypedName } from '~/lib/typedName'
import type { Participant } from '../queries'

interface EraseModalProps {
  eventId: string
  participant: Participant
  onClose: () => void
}

/** Erases the personal data of a participant for good, after their name was typed. */
export function EraseModal({ eventId, participant, onClose }: EraseModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, fullName, updatedAt, received } = participant
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { fullName: '' },
    validate: {
      fullName: (typed) => (isTypedName(typed, fullName) ? null : t('participants.erase.wrong')),
    },
  })
  const erasure = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/event/{eventId}/attendances/{id}/erase', {
          params: { path: { eventId, id } },
          body: { fullName, updatedAt },
        }),
      ),
    onSuccess: () => {
      toast.done(t('participants.erase.done'))
      onClose()
    },
    onError: showFormError(form),
    onSettled: () => void refreshEvent(queryClient, eventId),
  })
  return (
    <FormModal opened onClose={onClose} title={t('participants.erase.title', { name: fullName })}>
      <form noValidate onSubmit={whenValid(form, () => erasure.mutate())}>
        <Stack>
          <Text>{t('participants.erase.what')}</Text>
          <Text>{t('participants.erase.stays')}</Text>
          {received > 0 && <Text>{t('participants.erase.money', { amount: formatMoney(received) })}</Text>}
          <Text fw={500}>{t('participants.remove.final')}</Text>
          <TextInput
            label={t('participants.erase.type', { name: fullName })}
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
              {t('participants.erase.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
