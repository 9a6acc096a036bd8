import { describe, expect, it } from 'vitest'
import { randomKey, timedKey } from './randomKey'

describe('keys', () => {
  it('are 32 digits, and no two are the same', () => {
    const now = Date.now()
    const keys = [randomKey(), randomKey(), timedKey(now), timedKey(now)]
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(4)
  })

  it('of a later time come later in their order', () => {
    const times = [0, 1, 255, 256, 1_764_450_000_000, 1_764_450_000_001]
    const keys = times.map(timedKey)
    expect(keys.toSorted()).toEqual(keys)
  })
})
