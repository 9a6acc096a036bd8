import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds without a query after which the first screen is taken for complete, and the longest wait for it. */
const QUIET = 200
const LONGEST = 5000

let shown = Promise.resolve()

/** Awaited by all that comes behind the first screen, so that a slow line serves the screen's data first. */
export const firstScreen = () => shown

/** The part of the router that says whether a screen is still being loaded. */
interface Screens {
  readonly state: { status: string }
  subscribe: (event: 'onRendered', listener: () => void) => () => void
}

/** Begins the wait, until the first screen has come and its queries have their data. */
export function awaitFirstScreen(queryClient: QueryClient, screens: Screens) {
  shown = new Promise((resolve) => {
    let quiet: ReturnType<typeof setTimeout> | undefined
    const done = () => {
      stop()
      stopScreens()
      clearTimeout(quiet)
      clearTimeout(longest)
      resolve()
    }
    const longest = setTimeout(done, LONGEST)
    const look = () => {
      clearTimeout(quiet)
      const isComplete = queryClient.isFetching() === 0 && screens.state.status === 'idle'
      quiet = isComplete ? setTimeout(done, QUIET) : undefined
    }
    const stop = queryClient.getQueryCache().subscribe(({ type }) => type === 'updated' && look())
    const stopScreens = screens.subscribe('onRendered', look)
  })
}
