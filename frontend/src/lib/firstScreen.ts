import type { QueryClient } from '@tanstack/react-query'

/** Milliseconds without a query after which the first screen is taken for complete, and the longest wait for it. */
const QUIET = 200
const LONGEST = 5000

let shown = Promise.resolve()

/** Awaited by all that comes behind the first screen, so that a slow line serves the screen's data first. */
export const firstScreen = () => shown

/** Begins the wait, until the queries of the first screen have their data. */
export function awaitFirstScreen(queryClient: QueryClient) {
  shown = new Promise((resolve) => {
    let quiet: ReturnType<typeof setTimeout> | undefined
    const done = () => {
      stop()
      clearTimeout(quiet)
      clearTimeout(longest)
      resolve()
    }
    const longest = setTimeout(done, LONGEST)
    const stop = queryClient.getQueryCache().subscribe(({ type }) => {
      if (type !== 'updated') return
      clearTimeout(quiet)
      quiet = queryClient.isFetching() === 0 ? setTimeout(done, QUIET) : undefined
    })
  })
}
