import { expect, test } from 'vitest'
import { SUMMARY } from './fixtures'
import type { EventSummary } from './queries'
import { visitorView } from './visitorView'

const CLOSING = 'Mar 1, 2026, 08:00'

test.each<[string, Partial<EventSummary>, string]>([
  ['seats in every class', {}, `Visitors can register until ${CLOSING}, 188 seats left`],
  ['fewer seats in the classes', { seatsOnOffer: 7 }, `Visitors can register until ${CLOSING}, 7 seats left`],
  ['full', { registeredCount: 200, seatsOnOffer: 0, needsCode: true }, 'Visitors see: the event is full'],
  ['classes sold out', { seatsOnOffer: 0 }, 'Visitors see: all ticket classes are sold out'],
  [
    'classes hidden',
    { seatsOnOffer: 0, needsCode: true },
    `Only visitors with an invitation code can register until ${CLOSING}: every ticket class is hidden`,
  ],
  ['closed', { status: 'closed', seatsOnOffer: 0 }, `Visitors see: registration closed at ${CLOSING}`],
  ['cancelled', { status: 'closed', isCancelled: true }, 'The public page can no longer be opened'],
])('what visitors see: %s', (_, change, sentence) => {
  expect(visitorView({ ...SUMMARY, ...change })).toBe(sentence)
})
