import { expect, test } from 'vitest'
import { nextDate } from './dataRequests'
import { ASKED } from './fixtures'

const at = (time: string) => Date.parse(time)

test.each([
  ['2026-03-08T20:00:00+07:00', 2],
  ['2026-03-10T00:00:00+07:00', 0],
  ['2026-03-10T23:59:00+07:00', 0],
  ['2026-03-11T00:00:00+07:00', -1],
  ['2026-03-12T12:00:00+07:00', -2],
])('at %s there are %i days left for the answer', (now, days) => {
  expect(nextDate(ASKED, at(now))).toEqual({ date: ASKED.answerBy, isAnswer: true, days })
})

test('after the answer, the end is next', () => {
  const answered = { ...ASKED, answeredAt: '2026-03-09T02:00:00Z' }
  expect(nextDate(answered, at('2026-03-19T08:00:00+07:00'))).toEqual({
    date: ASKED.doneBy,
    isAnswer: false,
    days: 2,
  })
})
