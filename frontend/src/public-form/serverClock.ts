/**
 * The server's clock, as far as the device can know it: phones that are minutes wrong must not open a form early or
 * late. The header counts whole seconds and the answer has travelled, so this clock is never ahead of the server's.
 */

let ahead = 0

export function setServerClock(dateHeader: string | null) {
  const then = Date.parse(dateHeader ?? '')
  if (!Number.isNaN(then)) ahead = then - Date.now()
}

/** Milliseconds. */
export const serverNow = () => Date.now() + ahead
