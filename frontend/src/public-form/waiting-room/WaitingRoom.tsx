import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { focusOnMount } from '~/lib/focusOnMount'
import classes from '../fields/form.module.css'
import type { ShownPlace } from '../register/useSubmission'
import { type Translation, useTranslation } from '../translation'

/** Milliseconds between two announcements to screen readers: hearing every change would be a nuisance. */
const ANNOUNCED = 30_000

/** The visitor's place in the queue. It moves between two answers of the server as it probably does there. */
export function WaitingRoom({ turn, onLeave }: { turn: ShownPlace; onLeave: () => void }) {
  const translation = useTranslation()
  const { t } = translation
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, turn.wait - Math.max(0, now - turn.at))
  const ahead = turn.wait > 0 ? Math.ceil((turn.ahead * left) / turn.wait) : turn.ahead
  const place = textOf(translation, ahead, left)
  const spoken = place.join(', ')

  const [announced, setAnnounced] = useState(spoken)
  const announce = useEffectEvent(() => setAnnounced(spoken))
  useEffect(() => {
    const timer = setInterval(() => announce(), ANNOUNCED)
    return () => clearInterval(timer)
  }, [])

  const [first, second] = place
  return (
    <section className={`${classes.waiting} ${classes.queue}`} aria-labelledby="queue-title">
      <h3 id="queue-title" ref={focusOnMount} tabIndex={-1}>
        {t('queue.title')}
      </h3>
      <p role="status" className="hidden">
        {announced}
      </p>
      {turn.note && <p role="alert">{turn.note}</p>}
      <p className={classes.turn}>
        {first} {second && <small>· {second}</small>}
      </p>
      <progress
        className={classes.progress}
        aria-label={t('queue.progress')}
        max={1}
        value={turn.aheadAtFirst > 0 ? Math.max(0, 1 - ahead / turn.aheadAtFirst) : 1}
      />
      <p>{t(turn.isOffline ? 'queue.offline' : 'queue.text')}</p>
      <p className={classes.hint}>{t('queue.seats')}</p>
      <Leave onLeave={onLeave} />
    </section>
  )
}

/** The number of people ahead, and the wait, rounded because it is an estimate. */
function textOf({ t, number }: Translation, ahead: number, left: number): string[] {
  if (ahead === 0) return [t('queue.next')]
  const people = t('queue.ahead', { count: ahead, number: number(ahead) })
  const seconds = Math.max(5, Math.ceil(left / 5000) * 5)
  const time =
    seconds < 120
      ? t('queue.seconds', { count: seconds })
      : t('queue.minutes', { count: Math.ceil(seconds / 60) })
  return [people, time]
}

/** Leaves the queue after asking. */
function Leave({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  const ask = (isAsked: boolean) => {
    setAsking(isAsked)
    part.current?.focus()
  }
  return (
    <div ref={part} tabIndex={-1} className={classes.leave}>
      {isAsking && <p>{t('queue.ask')}</p>}
      {isAsking && (
        <button type="button" className={classes.quiet} onClick={() => ask(false)}>
          {t('queue.stay')}
        </button>
      )}
      <button type="button" className={classes.quiet} onClick={isAsking ? onLeave : () => ask(true)}>
        {t('queue.leave')}
      </button>
    </div>
  )
}
