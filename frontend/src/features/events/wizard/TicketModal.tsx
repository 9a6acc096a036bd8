import { Button, Group, Modal, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { MoneyField } from '~/components/MoneyField'
import { CODE, isRefused } from '~/lib/apiError'
import { optionalText, requiredText } from '~/lib/limits'
import type { DraftTicket } from './draft'

interface TicketModalProps {
  opened: boolean
  /** Absent for a new one. */
  ticket: DraftTicket | undefined
  /** The event's other classes, whose names are taken. */
  others: DraftTicket[]
  onClose: () => void
  onSave: (ticket: DraftTicket) => Promise<void> | void
}

export function TicketModal({ opened, onClose, ticket, ...form }: TicketModalProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(ticket ? 'events.ticket.edit' : 'events.ticket.add')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <TicketForm ticket={ticket} onClose={onClose} {...form} />
    </Modal>
  )
}

/** Characters and numbers a class may have at most, as on the server. */
const MAX = { name: 255, description: 2000, price: 9_999_999_999_999, quantity: 1_000_000 } as const

/** Names are the same when they differ in case only. */
const keyOf = (name: string) => name.normalize('NFC').trim().toLowerCase()

function TicketForm({ ticket, others, onClose, onSave }: Omit<TicketModalProps, 'opened'>) {
  const { t } = useTranslation()
  const [isSaving, setSaving] = useState(false)
  const taken = new Set(others.map(({ name }) => keyOf(name)))
  const sold = ticket?.sold ?? 0
  const form = useForm({
    initialValues: {
      name: ticket?.name ?? '',
      description: ticket?.description ?? '',
      price: ticket?.price ?? null,
      isUnlimited: ticket ? ticket.quantity === -1 || ticket.quantity === null : false,
      quantity: ticket?.quantity && ticket.quantity > 0 ? ticket.quantity : null,
      isHidden: ticket?.isHidden ?? false,
    } as Values,
    validate: {
      name: (name) =>
        requiredText(MAX.name)(name) ?? (taken.has(keyOf(name)) ? t('events.invalid.ticketName') : null),
      description: (description) => optionalText(MAX.description)(description),
      price: (price) =>
        price === null ? t('common.invalid.required') : price > MAX.price ? t('events.invalid.price') : null,
      quantity: (quantity, { isUnlimited }) => {
        if (isUnlimited) return null
        if (quantity === null) return t('events.invalid.quantity')
        if (quantity < 1 || quantity > MAX.quantity) return t('events.invalid.seats', { max: MAX.quantity })
        return quantity < sold ? t('events.invalid.fewerThanSold', { count: sold }) : null
      },
    },
  })

  const save = async ({ isUnlimited, ...values }: Values) => {
    setSaving(true)
    try {
      await onSave({
        ...ticket,
        name: values.name.trim(),
        description: values.description.trim(),
        price: values.price,
        quantity: isUnlimited ? -1 : values.quantity,
        isHidden: values.isHidden,
      })
      onClose()
    } catch (error) {
      setSaving(false)
      if (isRefused(error, CODE.ticketClassExisted)) {
        form.setFieldError('name', t('events.invalid.ticketName'))
        focusFirstError(form, ['name'])
      } else showFormError(form)(error)
    }
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void save(values),
        (errors) => focusFirstError(form, Object.keys(errors)),
      )}
    >
      <Stack gap="md">
        <TextInput
          label={t('events.ticket.name')}
          placeholder={t('events.ticket.nameExample')}
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('events.ticket.includes')}
          autosize
          minRows={2}
          {...form.getInputProps('description')}
        />
        <MoneyField
          label={t('events.ticket.price')}
          description={t('events.ticket.priceHint')}
          withAsterisk
          {...form.getInputProps('price')}
        />
        <NumberInput
          label={t('events.ticket.quantity')}
          description={sold > 0 ? t('events.ticket.alreadySold', { count: sold }) : undefined}
          withAsterisk={!form.values.isUnlimited}
          disabled={form.values.isUnlimited}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          inputMode="numeric"
          {...form.getInputProps('quantity')}
          value={form.values.isUnlimited ? '' : (form.values.quantity ?? '')}
          onChange={(typed) => form.setFieldValue('quantity', typeof typed === 'number' ? typed : null)}
        />
        <Switch label={t('common.unlimited')} {...form.getInputProps('isUnlimited', { type: 'checkbox' })} />
        <Switch
          label={t('events.ticket.hide')}
          description={t('events.ticket.hideHint')}
          {...form.getInputProps('isHidden', { type: 'checkbox' })}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t('common.save')}
          </Button>
        </Group>
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
