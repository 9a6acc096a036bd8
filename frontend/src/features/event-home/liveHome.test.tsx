import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { EVENT, serverShowsHome, TODO } from '~/features/events/fixtures'
import { giveChartsRoom, serverCounts } from '~/features/statistics/fixtures'
import { fakeSocket } from '~/test/fakeSocket'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'

vi.mock('socket.io-client', () => ({ io: vi.fn() }))

const COUNTERS = { checkedIn: 56, total: 142 }
const HOUR = 3_600_000

let socket: ReturnType<typeof fakeSocket>
let asked: number
beforeEach(async () => {
  socket = fakeSocket()
  asked = 0
  loggedInAs()
  giveChartsRoom()
  serverShowsHome()
  serverCounts()
  server.use(
    http.get('/event/{eventId}/todo', ({ response }) => {
      asked += 1
      return response(200).json(ok(TODO))
    }),
  )
  const { queryClient } = await renderApp(`/event-management/${EVENT.id}`)
  await screen.findByText('Pair a device for the door')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})

/** Longer than a refetch waits, with all that delays it. */
const pass = () => act(() => vi.advanceTimersByTimeAsync(5000))

test('a page whose event was quiet asks for its data once', async () => {
  await socket.receive('connect')
  await socket.receive('counters', { ...COUNTERS, quietFor: HOUR * 1000 })
  await pass()
  expect(asked).toBe(1)
  await socket.receive('counters', COUNTERS)
  await pass()
  expect(asked).toBe(2)
})

test.each([
  ['a change while it loaded', [{ ...COUNTERS, quietFor: 0 }]],
  ['no first counters', []],
  ['an arrival beside them', [COUNTERS, { ...COUNTERS, quietFor: HOUR * 1000 }]],
])('it asks again after %s', async (_, messages) => {
  await socket.receive('connect')
  for (const counters of messages) await socket.receive('counters', counters)
  await pass()
  expect(asked).toBe(2)
})

test('after a lost connection everything is asked for again', async () => {
  await socket.receive('connect')
  await socket.receive('counters', { ...COUNTERS, quietFor: HOUR * 1000 })
  await socket.receive('connect')
  await socket.receive('counters', { ...COUNTERS, quietFor: HOUR * 1000 })
  await pass()
  expect(asked).toBe(2)
})
