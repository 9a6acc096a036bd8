import { useCallback, useEffect, useState } from 'react'

/** The choices of a remote. */
export interface Choice {
  /** The prize that is drawn next; null for a draw without one. */
  prizeId: string | null
  /** The win whose announcement is over. */
  dismissed: string | null
}

/** A remote, as the socket tells of it. */
export interface ToldRemote extends Choice {
  id: string
  isHere: boolean
}

/** Milliseconds after which a remote that is told of no more is gone, as when its server has stopped. */
const LEASE = 10_000

/** Whether the draw is carried out from a remote now; `onChoice`, always the same function, gets each new choice of one. */
export function useRemotes(onChoice: (choice: Choice) => void) {
  const [known] = useState(() => new Map<string, { lease: ReturnType<typeof setTimeout>; choice: string }>())
  const [isLed, setLed] = useState(false)
  const hear = useCallback(
    ({ id, isHere, prizeId, dismissed }: ToldRemote) => {
      const before = known.get(id)
      clearTimeout(before?.lease)
      const forget = () => {
        known.delete(id)
        setLed(known.size > 0)
      }
      if (!isHere) return forget()
      const choice = `${prizeId} ${dismissed}`
      known.set(id, { lease: setTimeout(forget, LEASE), choice })
      setLed(true)
      // A remote is told of again and again; only its news counts where there are several.
      if (choice !== before?.choice) onChoice({ prizeId, dismissed })
    },
    [known, onChoice],
  )
  useEffect(
    () => () => {
      for (const { lease } of known.values()) clearTimeout(lease)
      known.clear()
    },
    [known],
  )
  return { isLed, hear }
}
