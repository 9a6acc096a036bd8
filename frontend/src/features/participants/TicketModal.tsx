import { Button, Checkbox, Group, Modal, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { MoneyField } from '~/components/MoneyField'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { optionalText, requiredText } from '~/lib/limits'
import type { Ticket } from './queries'
import { refreshParticipants } from './useParticipantActions'

interface TicketModalProps {
  eventId: string
  /** Null for a new class. */
  ticket: Ticket | null
  onClose: () => void
}

const NAME = 255
const DESCRIPTION = 2000
const UNLIMITED = -1

/** One ticket class, new or changed. */
export function TicketModal({ eventId, ticket, onClose }: TicketModalProps) {
  const { t } = useTranslation()
  const { form, save, isSaving } = useTicketForm({ eventId, ticket, onClose })
  const { isUnlimited } = form.values
  return (
    <Modal
      opened
      onClose={onClose}
      title={ticket ? t('participants.tickets.edit', { name: ticket.name }) : t('participants.tickets.add')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form noValidate onSubmit={save}>
        <Stack>
          <TextInput
            label={t('participants.tickets.name')}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Textarea
            label={t('participants.tickets.description')}
            autosize
            minRows={2}
            {...form.getInputProps('description')}
          />
          <MoneyField
            label={t('participants.tickets.price')}
            description={ticket ? t('participants.tickets.priceHint') : undefined}
            required
            {...form.getInputProps('price')}
          />
          <Checkbox
            label={t('participants.tickets.isUnlimited')}
            {...form.getInputProps('isUnlimited', { type: 'checkbox' })}
          />
          {!isUnlimited && (
            <NumberInput
              label={t('participants.tickets.quantity')}
              required
              min={1}
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps('quantity')}
            />
          )}
          <Checkbox
            label={t('participants.tickets.isHidden')}
            description={t('participants.tickets.isHiddenHint')}
            {...form.getInputProps('isHidden', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isSaving}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function useTicketForm({ eventId, ticket, onClose }: TicketModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: {
      name: ticket?.name ?? '',
      description: ticket?.description ?? '',
      price: (ticket?.price ?? null) as number | null,
      isUnlimited: ticket?.quantity === UNLIMITED,
      quantity: (ticket && ticket.quantity !== UNLIMITED ? ticket.quantity : '') as number | string,
      isHidden: ticket?.isHidden ?? false,
    },
    validate: {
      name: (value) => requiredText(NAME)(value),
      description: (value) => optionalText(DESCRIPTION)(value),
      price: (value) => (value === null ? t('common.invalid.required') : null),
      quantity: (value, { isUnlimited }) =>
        isUnlimited || Number(value) >= 1 ? null : t('participants.tickets.quantityMissing'),
    },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ isUnlimited, quantity, ...values }: typeof form.values) => {
      const body = {
        ...values,
        // Required by the form.
        price: values.price ?? 0,
        quantity: isUnlimited ? UNLIMITED : Number(quantity),
      }
      return ticket
        ? answer(
            api.PUT('/event/{eventId}/tickets/{id}', {
              params: { path: { eventId, id: ticket.id } },
              body,
            }),
          )
        : answer(api.POST('/event/{eventId}/tickets', { params: { path: { eventId } }, body }))
    },
    onSuccess: ({ messages }) => {
      toast.success(messages)
      refreshParticipants(queryClient, eventId)
      onClose()
    },
    onError: showFormError(form),
  })
  const save = form.onSubmit(
    (values) => mutate(values),
    (errors) => focusFirstError(form, Object.keys(errors)),
  )
  return { form, save, isSaving: isPending }
}
