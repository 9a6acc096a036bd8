import { SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { answer, api, type Change } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { emailAddress, optionalText, requiredText } from '~/lib/validators'
import { type Buyer, type Invoice, type InvoiceBody, type InvoiceChange, refreshInvoices } from './queries'

interface InvoiceModalProps {
  eventId: string
  person: { id: string; fullName: string; company: string; email: string }
  /** Null if none was requested. */
  invoice: Invoice | null
  onClose: () => void
}

const BUYERS: readonly Buyer[] = ['company', 'person']

const valuesOf = ({ buyer, name, taxNumber, address, email }: InvoiceBody) => ({
  buyer,
  name,
  taxNumber: taxNumber ?? '',
  address: address ?? '',
  email: email ?? '',
})

/** The content of a participant's invoice, written by the organiser. */
export function InvoiceModal({ eventId, person, invoice, onClose }: InvoiceModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, fullName, company, email } = person
  const needed = (max: number) => (value: string, values: { buyer: Buyer }) =>
    (values.buyer === 'company' ? requiredText : optionalText)(max)(value)
  const read: InvoiceBody & { version: number } = invoice ?? {
    buyer: company ? 'company' : 'person',
    name: company || fullName,
    version: 0,
  }
  const form = useForm({
    initialValues: valuesOf(read),
    validate: {
      name: requiredText(LIMITS.invoiceText),
      taxNumber: needed(LIMITS.taxNumber),
      address: needed(LIMITS.invoiceText),
      email: (value) => (value.trim() === '' ? null : emailAddress(value)),
    },
  })
  const conflict = useConflict({
    form,
    stored: read,
    valuesOf,
    fields: [
      { path: 'buyer', label: t('invoices.buyer'), say: (value) => t(`invoices.${value as Buyer}`) },
      { path: 'name', label: t('invoices.name') },
      { path: 'taxNumber', label: t('invoices.taxNumber') },
      { path: 'address', label: t('invoices.address') },
      { path: 'email', label: t('invoices.email') },
    ],
  })
  useKeptForm(form, `invoice ${id}`, { conflict })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ buyer, name, taxNumber, address, email }: typeof form.values) => {
      const body: Change<InvoiceChange> = {
        buyer,
        name,
        taxNumber: taxNumber.trim() || null,
        address: address.trim() || null,
        email: email.trim() || null,
        version: conflict.version ?? 0,
      }
      return answer(
        api.PUT('/event/{eventId}/attendances/{id}/invoice', { params: { path: { eventId, id } }, body }),
      )
    },
    onSuccess: ({ messages }) => {
      toast.success(messages)
      onClose()
      return refreshInvoices(queryClient, eventId)
    },
    onError: shows(conflict.refuse),
  })
  const isCompany = form.values.buyer === 'company'
  return (
    <FormModal opened onClose={onClose} title={t('invoices.of', { name: fullName })}>
      <form noValidate onSubmit={whenValid(form, mutate)}>
        <Stack gap="md">
          {conflict.notice}
          <SegmentedControl
            fullWidth
            aria-label={t('invoices.buyer')}
            value={form.values.buyer}
            data={BUYERS.map((value) => ({ value, label: t(`invoices.${value}`) }))}
            onChange={(value) => {
              const buyer = BUYERS.find((known) => known === value) ?? 'company'
              const { name } = form.values
              // A name that was not typed follows the choice.
              const isKnown = name.trim() === '' || name === company || name === fullName
              form.setValues({ buyer, ...(isKnown && { name: buyer === 'company' ? company : fullName }) })
            }}
          />
          <TextInput
            label={t(isCompany ? 'invoices.companyName' : 'invoices.personName')}
            withAsterisk
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t(isCompany ? 'invoices.taxNumber' : 'invoices.personNumber')}
            withAsterisk={isCompany}
            inputMode="numeric"
            {...form.getInputProps('taxNumber')}
          />
          <TextInput
            label={t('invoices.address')}
            withAsterisk={isCompany}
            {...form.getInputProps('address')}
          />
          <TextInput
            label={t('invoices.email')}
            description={email && t('invoices.emailHint', { email })}
            type="email"
            {...form.getInputProps('email')}
          />
          <FormButtons onCancel={onClose} isPending={isPending} />
        </Stack>
      </form>
    </FormModal>
  )
}
