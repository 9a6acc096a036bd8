import { useMemo } from 'react'
import { qrPicture } from '~/lib/qrPicture'
import type { PaymentInfo } from '../contract'
import { CopyButton } from '../parts/CopyButton'
import { SaveImage } from '../ticket/SaveImage'
import classes from '../ticket/ticket.module.css'
import { useTranslation } from '../translation'

interface TransferDueProps {
  payment: PaymentInfo
  /** The visitor chose cash, which is due before the event. */
  isInCash: boolean
  ground: string
  onGround: string
}

/** Whether a code is shown that banking apps scan. */
export const hasCodeToPayBy = (payment: PaymentInfo | null | undefined) => Boolean(payment?.vietQr)

/**
 * Where to send the money: on a phone, which cannot scan its own screen, by handing the code to the banking app; else to
 * be scanned by another phone. All of it can be copied.
 */
export function TransferDue({ payment, isInCash, ground, onGround }: TransferDueProps) {
  const { t, money, time, longDate } = useTranslation()
  const { bankName, accountNumber, accountHolderName, amount, received, reference, vietQr, payBy } = payment
  const code = useMemo(() => vietQr && qrPicture(vietQr), [vietQr])
  const isPhone = window.matchMedia('(pointer: coarse)').matches
  const rows = [
    { label: t('transfer.bank'), text: bankName },
    { label: t('transfer.holder'), text: accountHolderName },
    { label: t('transfer.account'), text: accountNumber, copyText: accountNumber },
    { label: t('transfer.reference'), text: reference, copyText: reference },
  ]
  const save = code && (
    <div className={classes.actions}>
      <SaveImage
        card={{
          title: t('transfer.title'),
          ground,
          onGround,
          qr: code,
          lines: [money(amount), ...rows.map(({ text }) => text)],
        }}
        fileName={`chuyen-khoan-${reference}.png`}
        label={t(isPhone ? 'transfer.open' : 'save.transfer')}
        {...(isPhone && { next: t('transfer.opened') })}
      />
    </div>
  )
  return (
    <section className={classes.transfer} aria-labelledby="transfer">
      <h2 id="transfer">{t(isInCash ? 'transfer.titleInCash' : 'transfer.title')}</h2>
      {isInCash && <p>{t('transfer.inCash')}</p>}
      {received > 0 && <p>{t('transfer.received', { amount: money(received) })}</p>}
      <dl className={classes.amount}>
        <dt>{t('transfer.amount')}</dt>
        <dd>
          {money(amount)}
          <CopyButton text={String(amount)} label={t('transfer.amount')} />
        </dd>
      </dl>
      {isPhone && save}
      <p>{t(code ? 'transfer.scan' : 'transfer.byHand')}</p>
      {code && (
        <div className={classes.vietQr}>
          <p>VietQR</p>
          <img src={code} alt={t('transfer.qr')} width="240" height="240" />
        </div>
      )}
      <dl className={classes.rows}>
        {rows.map(({ label, text, copyText }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {text}
              {copyText && <CopyButton text={copyText} label={label} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>{t('transfer.note')}</p>
      {payBy && (
        <p className={classes.note}>
          <strong>
            {t(isInCash ? 'transfer.payInCashBy' : 'transfer.payBy', {
              time: time(payBy),
              date: longDate(payBy),
            })}
          </strong>{' '}
          {payment.isReleasedUnpaid && t('transfer.released')}
        </p>
      )}
      {!isPhone && save}
    </section>
  )
}
