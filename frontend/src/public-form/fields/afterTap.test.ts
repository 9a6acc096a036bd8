import { expect, test, vi } from 'vitest'
import { afterTap } from './afterTap'

const pointer = (type: string) => window.dispatchEvent(new Event(type))

test('nothing moves between a press and its click', () => {
  vi.useFakeTimers()
  const action = vi.fn()
  pointer('pointerdown')
  afterTap(action)
  vi.advanceTimersByTime(5000)
  expect(action).not.toHaveBeenCalled()
  pointer('pointerup')
  expect(action).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60)
  expect(action).toHaveBeenCalledOnce()
  // With the keyboard nothing is pressed.
  afterTap(action)
  vi.advanceTimersByTime(60)
  expect(action).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})
