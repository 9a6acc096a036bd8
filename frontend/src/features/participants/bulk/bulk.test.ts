import { describe, expect, test } from 'vitest'
import { atStart, byReason, CHUNK, carryOut, type Progress } from './bulk'

const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`)
const never = new AbortController().signal
const failure = (id: string, reason: string) => ({ id, fullName: id, reason })

function record() {
  const reports: Progress[] = []
  return { reports, report: (progress: Progress) => void reports.push(progress) }
}

describe('an order for many', () => {
  test('goes out in bounded calls, with each person in exactly one of them', async () => {
    const calls: string[][] = []
    const { reports, report } = record()
    const ids = people(2 * CHUNK + 1)
    await carryOut(
      atStart(ids),
      async (part) => {
        calls.push(part)
        return { done: part.length, failed: [] }
      },
      report,
      never,
    )
    expect(calls.map(({ length }) => length)).toEqual([CHUNK, CHUNK, 1])
    expect(calls.flat()).toEqual(ids)
    expect(reports.map(({ done, rest }) => [done, rest.length])).toEqual([
      [CHUNK, CHUNK + 1],
      [2 * CHUNK, 1],
      [2 * CHUNK + 1, 0],
    ])
  })

  test('collects the refused people of all calls', async () => {
    const { reports, report } = record()
    const refuseFirst = async ([first = '', ...others]: string[]) => ({
      done: others.length,
      failed: [failure(first, 'sold out')],
    })
    await carryOut(atStart(people(CHUNK + 2)), refuseFirst, report, never)
    expect(reports.at(-1)).toEqual({
      done: CHUNK,
      failed: [failure('p0', 'sold out'), failure(`p${CHUNK}`, 'sold out')],
      rest: [],
    })
  })

  test('that loses its connection keeps its progress, and continues from there', async () => {
    const { reports, report } = record()
    let works = true
    const send = async (part: string[]) => {
      if (!works) throw new Error('no answer')
      works = false
      return { done: part.length, failed: [] }
    }
    await expect(carryOut(atStart(people(CHUNK + 5)), send, report, never)).rejects.toThrow('no answer')
    const stopped = reports.at(-1) as Progress
    expect([stopped.done, stopped.rest.length]).toEqual([CHUNK, 5])
    works = true
    await carryOut(stopped, send, report, never)
    expect(reports.at(-1)).toEqual({ done: CHUNK + 5, failed: [], rest: [] })
  })

  test('stops between two calls when told to', async () => {
    const { reports, report } = record()
    const stop = new AbortController()
    const send = async (part: string[]) => {
      stop.abort()
      return { done: part.length, failed: [] }
    }
    await carryOut(atStart(people(3 * CHUNK)), send, report, stop.signal)
    expect(reports).toHaveLength(1)
    expect(reports[0]?.rest).toHaveLength(2 * CHUNK)
  })
})

test('failures with one reason stand together, the most frequent first', () => {
  const groups = byReason([failure('a', 'gone'), failure('b', 'full'), failure('c', 'full')])
  expect(groups.map(([reason, who]) => [reason, who.map(({ id }) => id)])).toEqual([
    ['full', ['b', 'c']],
    ['gone', ['a']],
  ])
})
