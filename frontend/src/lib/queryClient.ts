import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isShown, NO_ANSWER } from './apiError'

/** Retries only after a failed connection: a refusal stays one, and after a timeout the user has waited long enough. */
const mayRetry = (failures: number, error: Error) =>
  error instanceof ApiError && error.code === NO_ANSWER && failures < 2

/** `showError` gets the error of every mutation that failed and that no `onError` has shown. */
export function createQueryClient(showError: (error: unknown) => void) {
  const mutationCache = new MutationCache()
  // This event comes after every `onError`, those given to `mutate` included. The handlers of a component that has gone
  // are never called, so an unhandled error is shown too.
  mutationCache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    if (!isShown(event.action.error)) showError(event.action.error)
  })
  return new QueryClient({
    defaultOptions: { queries: { retry: mayRetry, staleTime: 10_000 }, mutations: { retry: false } },
    mutationCache,
  })
}
