import type { ReactNode } from 'react'
import classes from '../fields/form.module.css'
import { useTranslation } from '../translation'

interface InvoiceRequestProps {
  isWanted: boolean
  onWanted: (isWanted: boolean) => void
  /** The fields, shown when an invoice is wanted. */
  children: ReactNode
}

/** Asks whether an invoice is wanted, and shows its fields only then. */
export function InvoiceRequest({ isWanted, onWanted, children }: InvoiceRequestProps) {
  const { t } = useTranslation()
  return (
    <section className={classes.part} aria-label={t('invoice.title')}>
      <label className={classes.choice}>
        <input
          type="checkbox"
          checked={isWanted}
          aria-describedby={isWanted ? 'invoice-note' : undefined}
          onChange={(event) => onWanted(event.currentTarget.checked)}
        />
        <span>{t('invoice.want')}</span>
      </label>
      {isWanted && (
        <>
          <p id="invoice-note" className={classes.hint}>
            {t('invoice.note')}
          </p>
          {children}
        </>
      )}
    </section>
  )
}
