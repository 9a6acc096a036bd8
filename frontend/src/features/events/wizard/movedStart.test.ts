import { expect, test } from 'vitest'
import { closesAfterEnd, followersOf } from './movedStart'
import { NO_SETTINGS } from './settings'

const event = (times: { endDate?: string; closeRegistrationDate?: string; eventStartDate?: string }) => ({
  ...NO_SETTINGS,
  copiedFrom: null,
  tickets: [],
  ...times,
})

test.each([
  [
    'a registration that closes at the start',
    { closeRegistrationDate: '2026-12-10T11:30:00.000Z' },
    {
      closeRegistrationDate: '2026-12-12T11:30:00.000Z',
    },
  ],
  [
    'the end and a registration that closes with it',
    {
      endDate: '2026-12-10T14:00:00Z',
      closeRegistrationDate: '2026-12-10T14:00:00Z',
    },
    { endDate: '2026-12-12T14:00:00.000Z', closeRegistrationDate: '2026-12-12T14:00:00.000Z' },
  ],
  [
    'the end, but no closing time of its own',
    {
      endDate: '2026-12-10T14:00:00Z',
      closeRegistrationDate: '2026-12-09T10:00:00Z',
    },
    { endDate: '2026-12-12T14:00:00.000Z' },
  ],
  [
    'no end that stood before the start, which waits for a correction',
    { endDate: '2026-12-10T09:00:00Z' },
    {},
  ],
  ['nothing that is empty or typed at the moment', { endDate: '' }, {}],
])('the start moves %s', (_, times, moved) => {
  expect(followersOf(event(times), '2026-12-10T11:30:00Z', '2026-12-12T11:30:00.000Z')).toEqual(moved)
})

test.each([
  ['2026-12-05T14:00:00Z', '2026-12-05T14:00:00Z', false],
  ['2026-12-05T14:00:00Z', '2026-12-05T14:01:00Z', true],
  // Without an end, an event takes three hours.
  [undefined, '2026-12-05T14:30:00Z', false],
  [undefined, '2026-12-05T15:00:00Z', true],
])('an event until %s whose registration closes at %s closes after it: %s', (endDate, close, is) => {
  const times = { eventStartDate: '2026-12-05T11:30:00Z', endDate, closeRegistrationDate: close }
  expect(closesAfterEnd(event(times))).toBe(is)
})
