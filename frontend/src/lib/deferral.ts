/** Acts that wait, so that they can be taken back; they are carried out at the latest when the page is left. */

export interface Deferred {
  /** Milliseconds until it is carried out. */
  remaining: () => number
  /** Stops the clock, or lets it go on. */
  hold: (isHeld: boolean) => void
  /** False when it is carried out already. */
  cancel: () => boolean
}

const waiting = new Set<() => Promise<void>>()

/** Carries out `act`, which shows its failures itself, after `delay` milliseconds. */
export function defer(act: () => Promise<void>, delay: number): Deferred {
  let left = delay
  let since = Date.now()
  let isHeld = false
  const carryOut = async () => {
    if (cancel()) await act()
  }
  let timer = setTimeout(carryOut, delay)
  const cancel = () => {
    clearTimeout(timer)
    return waiting.delete(carryOut)
  }
  const remaining = () => Math.max(isHeld ? left : left - (Date.now() - since), 0)
  const hold = (next: boolean) => {
    if (next === isHeld || !waiting.has(carryOut)) return
    left = remaining()
    since = Date.now()
    isHeld = next
    clearTimeout(timer)
    if (!isHeld) timer = setTimeout(carryOut, left)
  }
  waiting.add(carryOut)
  return { remaining, hold, cancel }
}

/** Carries out all waiting actions at once. */
export const carryOutDeferred = () => Promise.all([...waiting].map((carryOut) => carryOut()))

/** Whether a deferred act has not been carried out yet. */
export const isDeferring = () => waiting.size > 0

// The last event of a page that browsers tell reliably. Requests from here on need `keepalive`.
window.addEventListener('pagehide', () => void carryOutDeferred())
