import { expect, test } from 'vitest'
import { cardsOf, dotsOf } from './cards'
import type { GroupEvent, MeetingDay } from './queries'

const event = (id: string, seriesId: string | null = null) => ({ id, seriesId }) as GroupEvent

const course = (id: string, meetings: MeetingDay[] = []) => ({ id, meetings })

test('the meetings of a series stand together where its first one is', () => {
  const events = [event('a'), event('b', 's'), event('c'), event('d', 't'), event('e', 's')]
  const cards = cardsOf(events, [course('t'), course('s')])
  expect(cards.map((card) => ('event' in card ? card.event.id : card.meetings.map(({ id }) => id)))).toEqual([
    'a',
    ['b', 'e'],
    'c',
    ['d'],
  ])
})

test('an event whose series is unknown stands for itself', () => {
  expect(cardsOf([event('a', 's')], [])).toEqual([{ id: 'a', event: event('a', 's') }])
})

test('each meeting is told by its time and its look', () => {
  const day = (id: string, states: Partial<MeetingDay> = {}): MeetingDay => ({
    id,
    eventStartDate: '2026-03-05T23:30:00Z',
    isOver: false,
    isCancelled: false,
    cancelReason: null,
    isRegistered: false,
    ...states,
  })
  const dots = dotsOf(
    course('s', [
      day('a', { isOver: true }),
      day('b', { isOver: true, isRegistered: true }),
      day('c', { isCancelled: true, isRegistered: true }),
      day('d', { isRegistered: true }),
      day('e'),
    ]),
  )
  expect(dots.map(({ time, look }) => `${time} ${look}`)).toEqual([
    'past plain',
    'past registered',
    'coming cancelled',
    'next registered',
    'coming plain',
  ])
})

test('a series that is over has no next meeting', () => {
  const over = {
    id: 'a',
    eventStartDate: '2026-03-05T23:30:00Z',
    isOver: true,
    isCancelled: false,
    cancelReason: null,
    isRegistered: false,
  }
  expect(dotsOf(course('s', [over])).map(({ time }) => time)).toEqual(['past'])
})
