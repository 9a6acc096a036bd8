import { type FormEvent, useRef, useState } from 'react'
import { CODE } from '~/lib/apiError'
import type { Invoice, OwnRegistration, PublicEvent } from '../contract'
import { ErrorSummary } from '../fields/ErrorSummary'
import formClasses from '../fields/form.module.css'
import { InvoiceFields } from '../fields/InvoiceFields'
import { invoiceBodyOf, invoiceDraftOf, invoiceFaults, invoiceField, NO_INVOICE } from '../fields/invoice'
import { faultsOf, useFaults } from '../fields/useFaults'
import { useTranslation } from '../translation'
import { OwnFormEnd } from './OwnFormEnd'
import classes from './own.module.css'
import type { Own } from './useOwnRegistration'

interface OwnInvoiceProps {
  event: PublicEvent
  registration: OwnRegistration
  own: Own
}

/** The invoice that the visitor asks for: shown, and changed until the organiser has issued it. */
export function OwnInvoice({ event, registration, own }: OwnInvoiceProps) {
  const { t, longDate } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const { invoice } = registration
  const done = (message: string) => {
    setSaid(message)
    setEditing(false)
    heading.current?.focus()
  }
  const withdraw = async () => {
    const answer = await own.withdrawInvoice()
    if (answer.ok) return done(answer.messages.join(' '))
    setSaid(answer.refusal.messages.join(' ') || t('own.failed'))
    void own.reload()
  }
  const edit = () => {
    setSaid('')
    setEditing(true)
  }
  const issuedAt = invoice?.issuedAt
  return (
    <section className={classes.panel} aria-labelledby="own-invoice">
      <h2 id="own-invoice" ref={heading} tabIndex={-1}>
        {t('invoice.title')}
      </h2>
      <p role="status" className={said ? classes.saved : 'hidden'}>
        {said}
      </p>
      {isEditing ? (
        <InvoiceForm event={event} registration={registration} own={own} onDone={done} />
      ) : invoice ? (
        <>
          <p className={classes.soft}>
            {issuedAt
              ? t(invoice.invoiceNumber ? 'invoice.issuedAs' : 'invoice.issued', {
                  date: longDate(issuedAt),
                  number: invoice.invoiceNumber ?? '',
                })
              : t('invoice.waiting')}
          </p>
          <InvoiceRows invoice={invoice} ownEmail={registration.email} />
          {!issuedAt && (
            <div className={classes.buttons}>
              <button type="button" className={classes.link} onClick={edit}>
                {t('invoice.edit')}
              </button>
              <button type="button" className={classes.link} onClick={() => void withdraw()}>
                {t('invoice.withdraw')}
              </button>
            </div>
          )}
        </>
      ) : (
        <>
          <p className={classes.soft}>{t('invoice.note')}</p>
          <button type="button" className={classes.link} onClick={edit}>
            {t('invoice.ask')}
          </button>
        </>
      )}
    </section>
  )
}

function InvoiceRows({ invoice, ownEmail }: { invoice: Invoice; ownEmail: string }) {
  const { t } = useTranslation()
  const { buyer, name, taxNumber, address, email } = invoice
  const isCompany = buyer === 'company'
  const rows = [
    [t(isCompany ? 'invoice.companyName' : 'invoice.personName'), name],
    [t(isCompany ? 'invoice.taxNumber' : 'invoice.personNumber'), taxNumber],
    [t('invoice.address'), address],
    [t('invoice.email'), email ?? ownEmail],
  ]
  return (
    <dl className={classes.rows}>
      {rows.map(
        ([label, text]) =>
          text && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

interface InvoiceFormProps extends OwnInvoiceProps {
  /** Called with the server's message; empty if nothing was changed. */
  onDone: (message: string) => void
}

function InvoiceForm({ event, registration, own, onDone }: InvoiceFormProps) {
  const { t } = useTranslation()
  const { invoice: stored, company, fullName, email } = registration
  const [invoice, setInvoice] = useState(() =>
    stored ? invoiceDraftOf(stored) : { ...NO_INVOICE, name: company },
  )
  const version = stored?.version ?? 0
  // A text that another person saved since is shown next to the typed one, which then replaces it.
  const [opened] = useState(version)
  const [problems, setProblems] = useState<string[]>([])
  const [isSending, setSending] = useState(false)
  const { faults, summary, mark, show } = useFaults()
  const submitted = async (submission: FormEvent) => {
    submission.preventDefault()
    if (isSending) return
    const found = invoiceFaults(invoice)
    setProblems([])
    show(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    const answer = await own.askForInvoice({ ...invoiceBodyOf(invoice), version })
    setSending(false)
    if (answer.ok) return onDone(answer.messages.join(' '))
    const { refusal } = answer
    const refused = Object.fromEntries(
      Object.entries(faultsOf(refusal)).map(([field, fault]) => [invoiceField(field), fault]),
    )
    show(refused)
    if (Object.keys(refused).length > 0) return
    setProblems(refusal.messages.length > 0 ? refusal.messages : [t('own.failed')])
    if (refusal.code === CODE.conflict) void own.reload()
  }
  return (
    <form
      className={formClasses.form}
      aria-labelledby="own-invoice"
      noValidate
      onSubmit={(submission) => void submitted(submission)}
    >
      {Object.keys(summary.faults).length > 0 && (
        <ErrorSummary key={summary.number} faults={summary.faults} event={event} buyer={invoice.buyer} />
      )}
      {stored && version !== opened && (
        <div role="status">
          <p className={classes.soft}>{t('invoice.theirs')}</p>
          <InvoiceRows invoice={stored} ownEmail={email} />
        </div>
      )}
      <fieldset className={formClasses.all} disabled={isSending}>
        <InvoiceFields
          invoice={invoice}
          ownEmail={email}
          names={{ company, person: fullName }}
          onChange={(field, changes) => {
            setInvoice((former) => ({ ...former, ...changes }))
            mark(invoiceField(field), null)
          }}
          onLeave={(field) => {
            const fault = invoiceFaults(invoice)[invoiceField(field)]
            if (fault) mark(invoiceField(field), fault)
          }}
          faults={faults}
        />
      </fieldset>
      <OwnFormEnd problems={problems} isSending={isSending} onDiscard={() => onDone('')} />
    </form>
  )
}
