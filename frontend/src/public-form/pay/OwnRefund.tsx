import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CODE } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { ask } from '../api'
import type { Bank, OwnRefund as Refund, RefundAccountBody } from '../contract'
import { type Fault, type Faults, tooLong } from '../fields/faults'
import formClasses from '../fields/form.module.css'
import { TextField } from '../fields/TextField'
import { faultsOf, useFaults } from '../fields/useFaults'
import { OwnFormEnd } from '../own-page/OwnFormEnd'
import classes from '../own-page/own.module.css'
import { useTranslation } from '../translation'
import type { OwnRefundCalls } from './useOwnRefund'

interface OwnRefundProps {
  refund: Refund
  calls: OwnRefundCalls
}

/** The visitor's refund, and the account for it, which they may change until the organiser has decided. */
export function OwnRefund({ refund, calls }: OwnRefundProps) {
  const { t, money } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const { amount, returned, account } = refund
  return (
    <section className={classes.panel} aria-labelledby="own-refund">
      <h2 id="own-refund" ref={heading} tabIndex={-1}>
        {t('own.refund.title')}
      </h2>
      <p role="status" className={said ? classes.saved : 'hidden'}>
        {said}
      </p>
      {returned > 0 && <p>{t('own.refund.returned', { amount: money(returned) })}</p>}
      {amount > 0 && <p>{t('own.refund.owed', { amount: money(amount) })}</p>}
      {amount + returned === 0 && <p>{t('own.refund.decided')}</p>}
      {amount > 0 && !isEditing && (
        <>
          {account ? (
            <AccountRows account={account} />
          ) : (
            <p className={classes.soft}>{t('own.refund.unnamed')}</p>
          )}
          <button
            type="button"
            className={classes.link}
            onClick={() => {
              setSaid('')
              setEditing(true)
            }}
          >
            {t(account ? 'own.refund.edit' : 'own.refund.name')}
          </button>
        </>
      )}
      {amount > 0 && isEditing && (
        <AccountForm
          refund={refund}
          calls={calls}
          onDone={(message) => {
            setSaid(message)
            setEditing(false)
            heading.current?.focus()
          }}
        />
      )}
    </section>
  )
}

function AccountRows({ account }: { account: NonNullable<Refund['account']> }) {
  const { t } = useTranslation()
  const rows = [
    [t('own.refund.bank'), account.bankName],
    [t('own.refund.number'), account.accountNumber],
    [t('own.refund.holder'), account.holderName],
  ]
  return (
    <dl className={classes.rows}>
      {rows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const MAX = {
  bankName: LIMITS.bankName,
  accountNumber: LIMITS.accountNumber,
  holderName: LIMITS.accountHolderName,
} as const

type AccountField = keyof typeof MAX

const BANKS = 'refund-banks'

function faultOf(field: AccountField, text: string): Fault | null {
  const typed = field === 'accountNumber' ? text.replace(/\s/g, '') : text
  return typed.trim() === '' ? { key: 'fault.missing.invoice' } : tooLong(typed, MAX[field])
}

interface AccountFormProps extends OwnRefundProps {
  /** Called with the server's message; empty if nothing was changed. */
  onDone: (message: string) => void
}

function AccountForm({ refund, calls, onDone }: AccountFormProps) {
  const { t, language } = useTranslation()
  // An account that the organiser named since is shown above the typed one, which then replaces it.
  const [opened] = useState(refund.version)
  const [account, setAccount] = useState<RefundAccountBody>({
    bankName: refund.account?.bankName ?? '',
    accountNumber: refund.account?.accountNumber ?? '',
    holderName: refund.account?.holderName ?? '',
  })
  const [banks, setBanks] = useState<Bank[]>([])
  const [problems, setProblems] = useState<string[]>([])
  const [isSending, setSending] = useState(false)
  const { faults, mark, show } = useFaults()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [])
  useEffect(() => {
    let isShown = true
    // Without the list, the name of the bank is typed.
    void ask<Bank[]>('/bank', { language }).then((answer) => {
      if (isShown && answer.ok) setBanks(answer.data)
    })
    return () => {
      isShown = false
    }
  }, [language])

  const showFaults = (found: Faults) => {
    show(found)
    const [first] = Object.keys(found)
    const frame = first && form.current?.querySelector(`[data-field="${first}"]`)
    if (frame) frame.querySelector<HTMLElement>('input')?.focus()
    return first !== undefined
  }
  const submitted = async (submission: FormEvent) => {
    submission.preventDefault()
    if (isSending) return
    setProblems([])
    const found = (Object.keys(MAX) as AccountField[]).flatMap((field) => {
      const fault = faultOf(field, account[field])
      return fault ? [[field, fault] as const] : []
    })
    if (showFaults(Object.fromEntries(found))) return
    setSending(true)
    const answer = await calls.name({ ...account, version: refund.version })
    setSending(false)
    if (answer.ok) return onDone(answer.messages.join(' '))
    const { refusal } = answer
    if (showFaults(faultsOf(refusal))) return
    setProblems(refusal.messages.length > 0 ? refusal.messages : [t('own.failed')])
    if (refusal.code === CODE.conflict) void calls.reload()
  }
  const text = (field: AccountField) => ({
    field,
    value: account[field],
    onChange: (value: string) => {
      setAccount((former) => ({ ...former, [field]: value }))
      mark(field, null)
    },
    onLeave: () => {
      const fault = account[field] === '' ? null : faultOf(field, account[field])
      if (fault) mark(field, fault)
    },
    fault: faults[field],
  })
  return (
    <form
      ref={form}
      className={formClasses.form}
      aria-labelledby="own-refund"
      noValidate
      onSubmit={(submission) => void submitted(submission)}
    >
      {refund.account && refund.version !== opened && (
        <div role="status">
          <p className={classes.soft}>{t('invoice.theirs')}</p>
          <AccountRows account={refund.account} />
        </div>
      )}
      <fieldset className={formClasses.all} disabled={isSending}>
        <TextField {...text('bankName')} label={t('own.refund.bank')} list={BANKS} autoComplete="off" />
        <datalist id={BANKS}>
          {banks.map(({ bin, shortName, name }) => (
            <option key={bin} value={shortName}>
              {name}
            </option>
          ))}
        </datalist>
        <TextField
          {...text('accountNumber')}
          label={t('own.refund.number')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField {...text('holderName')} label={t('own.refund.holder')} autoComplete="off" />
      </fieldset>
      <OwnFormEnd problems={problems} isSending={isSending} onDiscard={() => onDone('')} />
    </form>
  )
}
