import { CopyButton } from './CopyButton'
import type { PaymentInfo } from './contract'
import { SaveImage } from './SaveImage'
import classes from './ticket.module.css'
import { useTranslation } from './translation'

interface TransferDueProps {
  payment: PaymentInfo
  ground: string
  onGround: string
}

/** Where to send the money, ready to be scanned by another phone, saved for this phone's banking app, or copied. */
export function TransferDue({ payment, ground, onGround }: TransferDueProps) {
  const { t, money } = useTranslation()
  const { bankName, accountNumber, accountHolderName, amount, reference, vietQrImage } = payment
  const rows = [
    { label: t('transfer.bank'), text: bankName },
    { label: t('transfer.holder'), text: accountHolderName },
    { label: t('transfer.account'), text: accountNumber, copyText: accountNumber },
    { label: t('transfer.amount'), text: money(amount), copyText: String(amount) },
    { label: t('transfer.reference'), text: reference, copyText: reference },
  ]
  const lines = [money(amount), ...rows.filter(({ text }) => text !== money(amount)).map(({ text }) => text)]
  return (
    <section className={classes.transfer} aria-labelledby="transfer">
      <h2 id="transfer">{t('transfer.title')}</h2>
      <p>{t(vietQrImage ? 'transfer.scan' : 'transfer.byHand')}</p>
      {vietQrImage && (
        <div className={classes.qr}>
          <img src={vietQrImage} alt={t('transfer.qr')} width="220" height="220" />
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
      {vietQrImage && (
        <div className={classes.actions}>
          <SaveImage
            card={{ title: t('transfer.title'), ground, onGround, qr: vietQrImage, lines }}
            fileName={`chuyen-khoan-${reference}.png`}
            label={t('save.transfer')}
          />
        </div>
      )}
    </section>
  )
}
