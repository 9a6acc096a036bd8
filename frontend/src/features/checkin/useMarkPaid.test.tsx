import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { editedEventQuery, eventLogQuery } from '~/features/events/queries'
import { participantQuery } from '~/features/participants/queries'
import { createQueryClient } from '~/lib/queryClient'
import { http, ok, server } from '~/test/server'
import { useMarkPaid } from './useMarkPaid'

test('a payment at the door invalidates the participant and the log, but no form that is being edited', async () => {
  server.use(
    http.post('/event/{eventId}/checkin/cash', ({ response }) =>
      response.untyped(HttpResponse.json(ok({}, ['Saved.']))),
    ),
  )
  const client = createQueryClient(() => undefined)
  const [log, participant, form] = [
    eventLogQuery('ev1', {}).queryKey,
    participantQuery('ev1', 'a1').queryKey,
    editedEventQuery('ev1').queryKey,
  ]
  for (const key of [log, participant, form]) client.setQueryData<unknown>(key, {})
  const onPaid = vi.fn()
  const { result } = renderHook(
    () => useMarkPaid({ eventId: 'ev1', key: null, deviceName: null }, true, onPaid),
    {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  )
  act(() => result.current({ attendanceId: 'a1', fullName: 'Lê Mai', amount: 250_000 }))
  await waitFor(() => expect(onPaid).toHaveBeenCalled())
  const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  expect([log, participant, form].map(isOld)).toEqual([true, true, false])
})
