import type { Draw } from './queries'

/** The choice of a draw without a prize. */
export const NO_PRIZE = ''

/** The prizes that are left, and the one that is drawn next: the chosen one, or the first while it is left. */
export function prizeChoice(draw: Draw, picked: string | null) {
  const left = draw.prizes.filter(({ quantity, drawn }) => drawn < quantity)
  return { left, prize: picked === NO_PRIZE ? undefined : (left.find(({ id }) => id === picked) ?? left[0]) }
}
