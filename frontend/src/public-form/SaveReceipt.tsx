import { useState } from 'react'
import { ownKeyHeader } from './api'
import { Icon } from './Icon'
import ownClasses from './own.module.css'
import classes from './ticket.module.css'
import { useTranslation } from './translation'

interface SaveReceiptProps {
  eventId: string
  ownKey: string
}

/** Keeps the receipt for what was paid. The key goes in a header, so that no log of a server sees it. */
export function SaveReceipt({ eventId, ownKey }: SaveReceiptProps) {
  const { t, language } = useTranslation()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const save = async () => {
    setState('loading')
    try {
      const answer = await fetch(`/api/event/${encodeURIComponent(eventId)}/registration/receipt`, {
        headers: { 'Accept-Language': language, ...ownKeyHeader(ownKey) },
      })
      if (!answer.ok) throw new Error(String(answer.status))
      const address = URL.createObjectURL(await answer.blob())
      const link = document.createElement('a')
      link.href = address
      const [, name] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('Content-Disposition') ?? '') ?? []
      link.download = name ? decodeURIComponent(name) : 'receipt.pdf'
      link.click()
      // Some browsers read the file a moment later.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
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
