import { useEffect, useState } from 'react'
import { serverNow } from '../serverClock'

const isPast = (moment: string) => Date.parse(moment) <= serverNow()

/** Whether a moment is past by the server's clock; updates while the page is open. */
export function useIsPast(moment: string): boolean {
  const [past, setPast] = useState(() => isPast(moment))
  useEffect(() => {
    const timer = setInterval(() => setPast(isPast(moment)), 1000)
    return () => clearInterval(timer)
  }, [moment])
  return past
}
