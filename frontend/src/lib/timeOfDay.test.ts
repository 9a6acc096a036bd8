import { expect, test } from 'vitest'
import { parseTimeOfDay, requiredTime } from './timeOfDay'

test.each([
  ['18:30', '18:30'],
  ['1830', '18:30'],
  ['915', '09:15'],
  ['9h15', '09:15'],
  ['18.30', '18:30'],
  ['18:30:00', '18:30'],
  ['18.30.00', '18:30'],
  ['6:30:00 PM', '18:30'],
  ['18:30:15', null],
  ['18:30:0', null],
  ['18:30:000', null],
  ['1830:00', null],
  ['183000', null],
  ['18h', '18:00'],
  ['8', '08:00'],
  ['24:00', null],
  ['12:60', null],
  ['9:5', null],
  ['', null],
  ['6:30 PM', '18:30'],
  ['6pm', '18:00'],
  ['12 AM', '00:00'],
  ['12:05 pm', '12:05'],
  ['7h30 SA', '07:30'],
  ['6:30 ch', '18:30'],
  ['13 pm', null],
  ['0 am', null],
])('a time typed as "%s" is %s', (typed, time) => {
  expect(parseTimeOfDay(typed)).toBe(time)
})

test('a time that is required is missed before it is judged', () => {
  expect(requiredTime(' ')).toBe('Please fill this in.')
  expect(requiredTime('25')).toBe('Enter a time such as 18:30.')
  expect(requiredTime('18:30:00')).toBeNull()
})
