import { expect, test } from 'vitest'
import { usualEnd, usualStart } from './lastEvent'

const at = (time: string, day = '2026-03-10') => new Date(`${day}T${time}:00+07:00`).toISOString()
const between = (start: string, end: string | null) => ({ eventStartDate: at(start), endDate: end })

test('a first event begins in the evening and takes three hours', () => {
  expect(usualStart(undefined)).toBe('19:00')
  expect(usualEnd(at('19:00'), undefined)).toBe('22:00')
  expect(usualEnd(at('09:30'), undefined)).toBe('12:30')
})

test('the next one begins when the last one did, and takes as long', () => {
  const last = between('18:30', at('20:15'))
  expect(usualStart(last)).toBe('18:30')
  expect(usualEnd(at('08:00'), last)).toBe('09:45')
  expect(usualEnd(at('08:00'), between('18:30', null))).toBe('11:00')
})

test('an end is on the same day, or at the time of a last event of several days', () => {
  expect(usualEnd(at('21:00'), undefined)).toBe('23:59')
  expect(usualEnd(at('20:59'), undefined)).toBe('23:59')
  expect(usualEnd(at('20:59'), between('18:00', at('20:59')))).toBe('23:58')
  expect(usualEnd(at('08:00'), between('08:00', at('17:00', '2026-03-12')))).toBe('17:00')
})
