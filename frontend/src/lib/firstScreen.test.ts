import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { awaitFirstScreen, firstScreen } from './firstScreen'

let client: QueryClient
let isShown: boolean
let screens: { state: { status: string }; subscribe: (event: string, told: () => void) => () => void }
let rendered: () => void

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  isShown = false
  screens = {
    state: { status: 'idle' },
    subscribe: (_, told) => {
      rendered = told
      return () => {}
    },
  }
  awaitFirstScreen(client, screens)
  void firstScreen().then(() => {
    isShown = true
  })
})

afterEach(async () => {
  await vi.advanceTimersByTimeAsync(5000)
  client.clear()
})

const ask = (key: string, milliseconds: number) =>
  void client.prefetchQuery({
    queryKey: [key],
    queryFn: () => new Promise((answer) => setTimeout(() => answer(key), milliseconds)),
  })

test('waits for the data of the screen, and for those that are asked for with them', async () => {
  ask('me', 100)
  await vi.advanceTimersByTimeAsync(150)
  ask('events', 300)
  await vi.advanceTimersByTimeAsync(250)
  expect(isShown).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(isShown).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(isShown).toBe(true)
})

test('waits for the screen, also when nothing is asked for meanwhile', async () => {
  screens.state.status = 'pending'
  ask('me', 100)
  await vi.advanceTimersByTimeAsync(1000)
  expect(isShown).toBe(false)
  screens.state.status = 'idle'
  rendered()
  await vi.advanceTimersByTimeAsync(200)
  expect(isShown).toBe(true)
})

test('waits no longer than five seconds', async () => {
  ask('me', 60_000)
  await vi.advanceTimersByTimeAsync(4999)
  expect(isShown).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isShown).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
})
