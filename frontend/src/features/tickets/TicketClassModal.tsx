import { NumberInput, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { focusFirstError, whenValid } from '~/components/formErrors'
import { MoneyField } from '~/components/MoneyField'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import type { DraftTicket } from '~/features/events/wizard/draftStore'
import { CODE, isRefused, shows } from '~/lib/apiError'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { optionalText, requiredText } from '~/lib/validators'

interface TicketModalProps {
  /** Absent for a new class; one with an `id` is stored. */
  ticket: DraftTicket | undefined
  /** The event's other classes, whose names are taken. */
  others: readonly { name: string }[]
  onClose: () => void
  /** Resolves when the class is saved; throws the server's refusal. */
  onSave: (ticket: DraftTicket) => Promise<unknown>
}

/** The dialog that adds or changes a ticket class, of a stored event or of a new one. */
export function TicketClassModal(props: TicketModalProps) {
  const { ticket, onClose } = props
  const { t } = useTranslation()
  return (
    <FormModal
      opened
      onClose={onClose}
      title={ticket ? t('tickets.edit', { name: ticket.name }) : t('tickets.add')}
    >
      <TicketForm {...props} />
    </FormModal>
  )
}

/** Characters and numbers a class may have at most, as on the server. */
const MAX = { name: 255, description: 2000, price: 9_999_999_999_999, quantity: 1_000_000 } as const

/** The default of a new class. */
const USUAL_QUANTITY = 100

/** Names are the same when they differ in case only. */
const keyOf = (name: string) => name.normalize('NFC').trim().toLowerCase()

const valuesOf = (ticket: DraftTicket | undefined): Values => ({
  name: ticket?.name ?? '',
  description: ticket?.description ?? '',
  price: ticket?.price ?? null,
  isUnlimited: ticket ? ticket.quantity === -1 || ticket.quantity === null : false,
  quantity: ticket ? (ticket.quantity && ticket.quantity > 0 ? ticket.quantity : null) : USUAL_QUANTITY,
  isHidden: ticket?.isHidden ?? false,
})

function TicketForm({ ticket, others, onClose, onSave }: TicketModalProps) {
  const { t } = useTranslation()
  const taken = new Set(others.map(({ name }) => keyOf(name)))
  const sold = ticket?.sold ?? 0
  const form = useForm({
    initialValues: valuesOf(ticket),
    validate: {
      name: (name) =>
        requiredText(MAX.name)(name) ?? (taken.has(keyOf(name)) ? t('tickets.invalid.name') : null),
      description: (description) => optionalText(MAX.description)(description),
      price: (price) =>
        price === null ? t('common.invalid.required') : price > MAX.price ? t('tickets.invalid.price') : null,
      quantity: (quantity, { isUnlimited }) => {
        if (isUnlimited) return null
        if (quantity === null) return t('tickets.invalid.quantity')
        if (quantity < 1 || quantity > MAX.quantity)
          return t('events.invalid.seats', { max: formatNumber(MAX.quantity) })
        return quantity < sold ? t('tickets.invalid.fewerThanSold', { count: sold }) : null
      },
    },
  })
  const conflict = useConflict({
    form,
    stored: ticket?.version === undefined ? undefined : { ...ticket, version: ticket.version },
    valuesOf,
    fields: [
      { path: 'name', label: t('tickets.name') },
      { path: 'description', label: t('tickets.includes') },
      { path: 'price', label: t('tickets.price'), say: formatMoney },
      { path: 'quantity', label: t('tickets.quantity'), say: formatNumber },
      { path: 'isUnlimited', label: t('common.unlimited') },
      { path: 'isHidden', label: t('tickets.hide') },
    ],
  })
  useKeptForm(form, `ticket ${ticket?.id ?? ticket?.name ?? ''}`, { conflict })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ isUnlimited, ...values }: Values) =>
      onSave({
        ...ticket,
        ...values,
        name: values.name.trim(),
        description: values.description.trim(),
        quantity: isUnlimited ? -1 : values.quantity,
        version: conflict.version,
      }),
    // A class of an event that is not stored yet needs no connection.
    networkMode: 'always',
    onSuccess: onClose,
    onError: shows((error) => {
      if (!isRefused(error, CODE.ticketClassExisted)) return conflict.refuse(error)
      form.setFieldError('name', t('tickets.invalid.name'))
      focusFirstError(form, ['name'])
    }),
  })

  return (
    <form noValidate onSubmit={whenValid(form, mutate)}>
      <Stack gap="md">
        {conflict.notice}
        <TextInput
          label={t('tickets.name')}
          placeholder={t('tickets.nameExample')}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <MoneyField
            label={t('tickets.price')}
            description={t(sold > 0 ? 'tickets.priceKept' : 'tickets.priceHint')}
            required
            {...form.getInputProps('price')}
          />
          <NumberInput
            label={t('tickets.quantity')}
            description={
              sold > 0
                ? t('tickets.alreadySold', { count: sold })
                : t(ticket ? 'tickets.quantityHint' : 'tickets.quantityUsual', {
                    number: formatNumber(USUAL_QUANTITY),
                  })
            }
            required={!form.values.isUnlimited}
            disabled={form.values.isUnlimited}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            inputMode="numeric"
            {...form.getInputProps('quantity')}
            value={form.values.isUnlimited ? '' : (form.values.quantity ?? '')}
            onChange={(typed) => form.setFieldValue('quantity', typeof typed === 'number' ? typed : null)}
          />
        </SimpleGrid>
        <Switch label={t('common.unlimited')} {...form.getInputProps('isUnlimited', { type: 'checkbox' })} />
        <Textarea label={t('tickets.includes')} autosize minRows={2} {...form.getInputProps('description')} />
        <Switch
          label={t('tickets.hide')}
          description={t('tickets.hideHint')}
          {...form.getInputProps('isHidden', { type: 'checkbox' })}
        />
        <FormButtons onCancel={onClose} isPending={isPending} />
      </Stack>
    </form>
  )
}

interface Values {
  name: string
  description: string
  price: number | null
  isUnlimited: boolean
  quantity: number | null
  isHidden: boolean
}
