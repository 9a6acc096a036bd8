import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

/** Milliseconds between two looks at the clock. */
const TICK = 20_000

/** The present moment in milliseconds, for what changes by the minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), TICK, { autoInvoke: true })
  return now
}
