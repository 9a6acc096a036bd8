import type { Buyer } from '../contract'
import { useTranslation } from '../translation'
import { ChoiceField } from './ChoiceField'
import type { Faults } from './faults'
import classes from './form.module.css'
import { BUYERS, type InvoiceDraft, invoiceField } from './invoice'
import { TextField } from './TextField'

interface InvoiceFieldsProps {
  invoice: InvoiceDraft
  /** Where the invoice goes unless another address is given. */
  ownEmail: string
  /** The names known of the visitor, for the name on the invoice. */
  names: Record<Buyer, string>
  onChange: (field: keyof InvoiceDraft, changes: Partial<InvoiceDraft>) => void
  onLeave: (field: keyof InvoiceDraft) => void
  faults: Faults
}

/** The fields for the content of the invoice. */
export function InvoiceFields(props: InvoiceFieldsProps) {
  const { invoice, ownEmail, names, onChange, onLeave, faults } = props
  const { t } = useTranslation()
  const isCompany = invoice.buyer === 'company'
  const text = (field: 'name' | 'taxNumber' | 'address' | 'email') => ({
    field: invoiceField(field),
    value: invoice[field],
    onChange: (value: string) => onChange(field, { [field]: value }),
    onLeave: () => onLeave(field),
    fault: faults[invoiceField(field)],
  })
  return (
    <div className={classes.part}>
      <ChoiceField
        field={invoiceField('buyer')}
        label={t('invoice.buyer')}
        choices={BUYERS.map((value) => ({ value, text: t(`invoice.${value}`) }))}
        chosen={[invoice.buyer]}
        onChange={([chosen]) => {
          const buyer = BUYERS.find((known) => known === chosen) ?? 'company'
          // A name that was not typed follows the choice.
          const isKnown = invoice.name.trim() === '' || Object.values(names).includes(invoice.name)
          onChange('buyer', { buyer, ...(isKnown && { name: names[buyer] }) })
        }}
        fault={undefined}
      />
      <TextField
        {...text('name')}
        label={t(isCompany ? 'invoice.companyName' : 'invoice.personName')}
        autoComplete={isCompany ? 'organization' : 'name'}
      />
      <TextField
        {...text('taxNumber')}
        label={t(isCompany ? 'invoice.taxNumber' : 'invoice.personNumber')}
        isOptional={!isCompany}
        inputMode="numeric"
      />
      <TextField
        {...text('address')}
        label={t('invoice.address')}
        isOptional={!isCompany}
        autoComplete="street-address"
      />
      <TextField
        {...text('email')}
        label={t('invoice.email')}
        isOptional
        hint={ownEmail ? t('invoice.emailHint', { email: ownEmail }) : undefined}
        type="email"
        inputMode="email"
        autoCapitalize="none"
      />
    </div>
  )
}
