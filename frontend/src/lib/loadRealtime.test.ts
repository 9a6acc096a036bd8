import { expect, test, vi } from 'vitest'
import { loadRealtime, PAUSE } from './loadRealtime'

const loads = vi.fn()
vi.mock('./realtime', () => {
  loads()
  if (loads.mock.calls.length < 3) throw new Error('no network')
  return { openSocket: 'opened' }
})

test('the program of the sockets is asked for until it comes', async () => {
  vi.useFakeTimers()
  const loaded = vi.fn()
  void loadRealtime().then(loaded)
  await vi.advanceTimersByTimeAsync(PAUSE)
  expect(loads).toHaveBeenCalledTimes(2)
  expect(loaded).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(PAUSE)
  await vi.waitFor(() =>
    expect(loaded).toHaveBeenCalledWith(expect.objectContaining({ openSocket: 'opened' })),
  )
  vi.useRealTimers()
})
