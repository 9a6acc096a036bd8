import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError, NO_ANSWER } from './apiError'

/** A refusal stays one however often it is asked; only a connection that died is worth asking again. */
const mayRetry = (failures: number, error: Error) =>
  error instanceof ApiError && error.code === NO_ANSWER && failures < 2

export function createQueryClient(onMutationError: (error: unknown) => void) {
  return new QueryClient({
    defaultOptions: { queries: { retry: mayRetry, staleTime: 10_000 }, mutations: { retry: false } },
    mutationCache: new MutationCache({
      // A mutation that tells its failure itself (a form, say) has its own `onError`.
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.options.onError) onMutationError(error)
      },
    }),
  })
}
