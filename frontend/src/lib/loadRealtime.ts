import { firstScreen } from './firstScreen'

/** Milliseconds until it is tried again. */
export const PAUSE = 10_000

async function load() {
  await firstScreen()
  for (;;) {
    try {
      return await import('./realtime')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}

let loading: ReturnType<typeof load> | undefined

/** Loads the program of the sockets behind the first screen; again where the network comes and goes, as at a door. */
export function loadRealtime() {
  loading ??= load()
  return loading
}
