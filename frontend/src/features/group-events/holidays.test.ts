import { expect, test } from 'vitest'
import { holidayOn } from './holidays'
import { lunarDay } from './lunar'

test.each([
  '1985-01-21', // A month before the Chinese one.
  '2007-02-17', // A day before the Chinese one, as in 2030.
  '2023-01-22',
  '2024-02-10',
  '2025-01-29',
  '2026-02-17',
  '2027-02-06',
  '2028-01-26',
  '2029-02-13',
  '2030-02-02',
  '2031-01-23',
  '2032-02-11',
  '2033-01-31',
  '2034-02-19',
  '2035-02-08',
  '2036-01-28',
])('the lunar New Year falls on %s', (day) => {
  expect(lunarDay(Number(day.slice(0, 4)), 1, 1)).toBe(day)
})

test.each(['2023-04-29', '2024-04-18', '2025-04-07', '2026-04-26', '2027-04-16'])(
  'the Hùng Kings are remembered on %s, also in a year with a leap second month',
  (day) => expect(lunarDay(Number(day.slice(0, 4)), 3, 10)).toBe(day),
)

test('holidays have their names, and other days none', () => {
  const names = ['2027-01-01', '2027-04-30', '2027-05-01', '2027-04-16', '2027-02-05'].map(
    (day) => holidayOn(day)?.name,
  )
  expect(names).toEqual(['newYear', 'reunification', 'labour', 'hungKings', 'tetEve'])
  expect(holidayOn('2027-02-06')).toEqual({ name: 'tet', number: 1 })
  expect(holidayOn('2027-02-10')).toEqual({ name: 'tet', number: 5 })
  expect(['2027-02-04', '2027-02-11', '2027-04-17'].map(holidayOn)).toEqual([undefined, undefined, undefined])
})

test.each([
  ['2021', '09-03'],
  ['2022', '09-01'],
  ['2024', '09-03'],
  ['2025', '09-01'],
  ['2026', '09-01'],
])('the National Day of %s has a second free day on %s', (year, second) => {
  expect(holidayOn(`${year}-09-02`)).toEqual({ name: 'national' })
  const free = ['09-01', '09-03'].filter((day) => holidayOn(`${year}-${day}`)?.name === 'nationalBridge')
  expect(free).toEqual([second])
})
