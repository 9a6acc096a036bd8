import { useEffect, useState } from 'react'
import classes from '../fields/form.module.css'
import { useTranslation } from '../translation'
import { WaitingRoom } from '../waiting-room/WaitingRoom'
import type { Sending } from './useSubmission'

interface SubmitPartProps {
  sending: Sending
  /** The server's objections to the registration as a whole. */
  refusals: string[]
  /** The amount to pay, in dong; null when payment is no matter here. */
  amount: number | null
  onStop: () => void
  onLeaveQueue: () => void
  isPreview: boolean
}

/** The submit button, and the states of the submission. */
export function SubmitPart({ sending, refusals, amount, onStop, onLeaveQueue, isPreview }: SubmitPartProps) {
  const { t, money } = useTranslation()
  const { state } = sending
  const isBusy = state === 'sending' || state === 'waiting'
  return (
    <div className={classes.submit}>
      {amount !== null && (
        <p className={classes.total}>
          {t('total')} <strong>{money(amount)}</strong>
        </p>
      )}
      <div role="alert">
        {state === 'failed' && (
          <div className={classes.problem}>
            <h3>{t(sending.isOffline ? 'failed.offline' : 'failed.title')}</h3>
            <p>{t('failed.text')}</p>
          </div>
        )}
        {state === 'idle' && refusals.length > 0 && (
          <div className={classes.problem}>
            {refusals.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </div>
        )}
      </div>
      {sending.state === 'waiting' && (
        <Waiting until={sending.until} isOffline={sending.isOffline} onStop={onStop} />
      )}
      {sending.state === 'queued' ? (
        <WaitingRoom turn={sending.turn} onLeave={onLeaveQueue} />
      ) : (
        <button
          type="submit"
          className={classes.button}
          disabled={isPreview}
          aria-disabled={isBusy}
          aria-busy={state === 'sending'}
        >
          {t(isBusy ? 'sending' : state === 'failed' ? 'failed.retry' : 'register')}
        </button>
      )}
      {isPreview && <p className={classes.hint}>{t('preview.noSubmit')}</p>}
    </div>
  )
}

interface WaitingProps {
  until: number
  isOffline: boolean
  onStop: () => void
}

function Waiting({ until, isOffline, onStop }: WaitingProps) {
  const { t } = useTranslation()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  return (
    <div className={classes.waiting}>
      <p role="status">{t(isOffline ? 'busy.offline' : 'busy.text')}</p>
      <p>{t('busy.again', { count: seconds })}</p>
      <button type="button" className={classes.quiet} onClick={onStop}>
        {t('busy.stop')}
      </button>
    </div>
  )
}
