import { useCallback, useEffect, useRef, useState } from 'react'
import { confirm } from '~/components/confirm'
import { earlyWarning, setMeant } from '~/features/events/earlyCheckIn'
import { t } from '~/lib/language'
import { readText, writeText } from '~/lib/storage'

const MINUTE = 60_000
/** Milliseconds after which practice ends by itself… */
const LONGEST = 30 * MINUTE
/** …and how long before the event it ends at the latest, because guests come then. */
const BEFORE_EVENT = 60 * MINUTE

/** When practice that begins now ends by itself. */
export function practiceEnd(start: string, now: number): number {
  const guestsCome = Date.parse(start) - BEFORE_EVENT
  const longest = now + LONGEST
  return now < guestsCome ? Math.min(longest, guestsCome) : longest
}

/** Set while this tab practises. If it is there without practice, that has ended unnoticed: by itself, or by a reload. */
const keyOf = (eventId: string) => `checkinPractice:${eventId}`
const hasEndedUnnoticed = (eventId: string) => readText('sessionStorage', keyOf(eventId)) !== null

export interface Practice {
  isOn: boolean
  begin: () => void
  end: () => void
  /** Whether the scan that was just made is for practice. Asks when that is not sure. */
  isForPractice: () => Promise<boolean>
  /** Whether the next scan has to be asked about. */
  mustAsk: () => boolean
}

/**
 * The door's practice mode, in which scans are answered and nothing is stored. It is on only while this page is open, and
 * ends by itself. The next scan after that, or one long before the event, asks which it is: neither a rehearsal nor a
 * guest's check-in happens by mistake.
 */
export function usePractice(eventId: string, start: string): Practice {
  const [endsAt, setEndsAt] = useState<number | null>(null)
  // The present value for scans that come before the screen has rendered it.
  const here = useRef<number | null>(null)
  const set = useCallback((moment: number | null) => {
    here.current = moment
    setEndsAt(moment)
  }, [])
  const begin = useCallback(() => {
    writeText('sessionStorage', keyOf(eventId), 'true')
    set(practiceEnd(start, Date.now()))
  }, [eventId, start, set])
  const end = useCallback(() => {
    writeText('sessionStorage', keyOf(eventId), null)
    set(null)
  }, [eventId, set])

  useEffect(() => {
    if (endsAt === null) return
    const timer = setTimeout(() => set(null), endsAt - Date.now())
    return () => clearTimeout(timer)
  }, [endsAt, set])

  // A device that slept has missed its timer.
  const isRunning = useCallback(() => here.current !== null && Date.now() < here.current, [])
  const warning = useCallback(
    () => (hasEndedUnnoticed(eventId) ? t('checkin.practice.ended') : earlyWarning(eventId, start)),
    [eventId, start],
  )
  const mustAsk = useCallback(() => !isRunning() && warning() !== null, [isRunning, warning])
  const isForPractice = useCallback(async () => {
    if (isRunning()) return true
    set(null)
    const title = warning()
    if (title === null) return false
    const isReal = await confirm({
      title: t('checkin.practice.question', { reason: title }),
      message: t('checkin.practice.what'),
      confirm: t('checkin.practice.real'),
      cancel: t('checkin.practice.begin'),
      dangerous: true,
    })
    if (isReal) {
      end()
      setMeant(eventId)
    } else begin()
    return !isReal
  }, [eventId, begin, end, isRunning, set, warning])

  return { isOn: endsAt !== null, begin, end, isForPractice, mustAsk }
}
