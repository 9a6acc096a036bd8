import { LIMITS } from '~/lib/fieldLengths'
import type { Buyer, Invoice, InvoiceBody } from '../contract'
import { emailFault, type Fault, type Faults, tooLong } from './faults'

/** The visitor's input for the invoice so far. */
export interface InvoiceDraft {
  buyer: Buyer
  name: string
  taxNumber: string
  address: string
  email: string
}

export const BUYERS: readonly Buyer[] = ['company', 'person']

export const NO_INVOICE: InvoiceDraft = { buyer: 'company', name: '', taxNumber: '', address: '', email: '' }

/** The name of a field of the invoice, as the server calls it in a registration. */
export const invoiceField = (field: string) => `invoice.${field}`

export const invoiceDraftOf = ({ buyer, name, taxNumber, address, email }: Invoice): InvoiceDraft => ({
  buyer,
  name,
  taxNumber: taxNumber ?? '',
  address: address ?? '',
  email: email ?? '',
})

export const invoiceBodyOf = ({ buyer, name, taxNumber, address, email }: InvoiceDraft): InvoiceBody => ({
  buyer,
  name: name.trim(),
  taxNumber: taxNumber.trim() || null,
  address: address.trim() || null,
  email: email.trim() || null,
})

/** The errors in it, in the order of the form. The server checks whether the tax number exists. */
export function invoiceFaults({ buyer, name, taxNumber, address, email }: InvoiceDraft): Faults {
  const isCompany = buyer === 'company'
  const needed = (text: string, max: number, isNeeded: boolean): Fault | null =>
    isNeeded && text.trim() === '' ? { key: 'fault.missing.invoice' } : tooLong(text, max)
  const found: Record<string, Fault | null> = {
    name: needed(name, LIMITS.invoiceText, true),
    taxNumber: needed(taxNumber, LIMITS.taxNumber, isCompany),
    address: needed(address, LIMITS.invoiceText, isCompany),
    email: email.trim() === '' ? null : emailFault(email),
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, fault]) => (fault ? [[invoiceField(field), fault]] : [])),
  )
}
