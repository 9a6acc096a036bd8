import { useEffect, useEffectEvent, useState } from 'react'
import { serverNow } from '../serverClock'
import { useTranslation } from '../translation'
import classes from './heading.module.css'

interface OpeningCountdownProps {
  openingDate: string
  onOpening: () => void
}

/** Counts down to the opening of registration by the server's clock; `EventPage` then shows the form. */
export function OpeningCountdown({ openingDate, onOpening }: OpeningCountdownProps) {
  const { t, time, longDate } = useTranslation()
  const opening = Date.parse(openingDate)
  const [now, setNow] = useState(serverNow)
  const left = Math.max(0, Math.ceil((opening - now) / 1000))
  const open = useEffectEvent(onOpening)

  useEffect(() => {
    const timer = setInterval(() => {
      setNow(serverNow())
      if (serverNow() >= opening) {
        clearInterval(timer)
        open()
      }
    }, 1000)
    return () => clearInterval(timer)
  }, [opening])

  const parts = [
    ['days', Math.floor(left / 86_400)],
    ['hours', Math.floor(left / 3600) % 24],
    ['minutes', Math.floor(left / 60) % 60],
    ['seconds', left % 60],
  ] as const
  return (
    <div className={classes.countdown}>
      <p>{t('opensAt', { time: time(openingDate), date: longDate(openingDate) })}</p>
      <div role="timer" className={classes.clock}>
        {parts.map(([unit, value]) => (
          <span key={unit}>
            <b>{String(value).padStart(2, '0')}</b> {t(`countdown.${unit}`)}
          </span>
        ))}
      </div>
      <p>{t('countdown.note')}</p>
    </div>
  )
}
