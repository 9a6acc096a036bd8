import { queryOptions } from '@tanstack/react-query'
import { api, call } from '~/lib/api'

/** Milliseconds between two checks for a mail outage. */
const POLL = 60_000

export const mailHealthQuery = queryOptions({
  queryKey: ['health', 'mail'],
  queryFn: ({ signal }) => call(api.GET('/health/mail', { signal })),
  refetchInterval: POLL,
})
