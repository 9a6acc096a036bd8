import { useState } from 'react'
import ownClasses from '../own-page/own.module.css'
import { Icon } from '../parts/Icon'
import { saveOwnFile } from '../parts/saveOwnFile'
import classes from '../ticket/ticket.module.css'
import { useTranslation } from '../translation'

interface SaveReceiptProps {
  eventId: string
  ownKey: string
}

/** Saves the receipt of the payments. */
export function SaveReceipt({ eventId, ownKey }: SaveReceiptProps) {
  const { t, language } = useTranslation()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const save = async () => {
    setState('loading')
    try {
      await saveOwnFile({ eventId, ownKey, path: 'receipt', name: 'receipt.pdf' }, language)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className={ownClasses.receipt}>
      <button
        type="button"
        className={classes.action}
        disabled={state === 'loading'}
        onClick={() => void save()}
      >
        <Icon name="download" />
        {t('save.receipt')}
      </button>
      <p role="status" className={state === 'failed' ? ownClasses.problem : 'hidden'}>
        {state === 'failed' && t('own.failed')}
      </p>
    </div>
  )
}
