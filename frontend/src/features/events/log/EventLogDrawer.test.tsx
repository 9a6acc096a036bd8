import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { RIGHTS } from '~/features/events/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'

type EventLogEntry = components['schemas']['EventLogEntry']

let made = 0
const entry = (
  action: EventLogEntry['action'],
  data: Record<string, unknown> = {},
  actorName: string | null = 'Lan',
): EventLogEntry => {
  made += 1
  const id = String(made)
  const actorId = actorName && `of ${actorName}`
  return {
    id,
    action,
    data: data as EventLogEntry['data'],
    actorId,
    actorName,
    subjectId: null,
    createdAt: '2026-11-20T12:00:00Z',
  }
}

/** The queries of the log, in order. */
let asked: Record<string, string>[]

beforeEach(() => {
  loggedInAs()
  asked = []
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(
        HttpResponse.json(
          ok({
            id: 'ev1',
            title: 'Đêm hội Trăng Rằm',
            status: 'open',
            isCancelled: false,
            rights: RIGHTS,
            eventForm: { scheme: [] },
          }),
        ),
      ),
    ),
    http.get('/event/{eventId}/tickets', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response(200).json(ok({ items: [], total: 0, checkedIn: 0 })),
    ),
    http.get('/event/{eventId}/checkin-conflicts', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/activities/actors', ({ response }) =>
      response(200).json(
        ok([
          { id: 'u1', name: 'Lan' },
          { id: 'u2', name: 'Minh' },
        ]),
      ),
    ),
  )
})

/** The log answers these entries, or the result of `find` for its query. */
function logged(find: (query: Record<string, string>) => { items: EventLogEntry[]; nextCursor?: string }) {
  server.use(
    http.get('/event/{eventId}/activities', ({ request, response }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      asked.push(query)
      const { items, nextCursor = null } = find(query)
      return response(200).json(ok({ items, nextCursor }))
    }),
  )
}

async function opened() {
  const app = await renderApp('/participant-management/ev1')
  await app.user.click(await screen.findByRole('button', { name: 'More tools' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Activities' }))
  return { ...app, drawer: within(await screen.findByRole('dialog', { name: 'Activities' })) }
}

test('every entry names actor, action and object', async () => {
  logged(() => ({
    items: [
      entry('event.updated', { fields: ['title', 'bankName', 'bankBin'] }),
      entry('event.updated', { fields: [] }),
      entry('event.answersOpened', { question: 'Số giấy tờ' }),
      entry('ticket.updated', { name: 'Gold', formerName: 'VIP', fields: ['name', 'price'] }),
      entry('event.cancelled', { reason: 'Mưa bão' }),
      entry('event.reopened', { until: '2026-11-21T05:00:00Z' }),
      entry('participant.changed', { name: 'Đức', fields: ['phone', 'note'] }),
      entry('participant.removed', { name: 'Hoa' }),
      entry('participant.removed', { name: 'Cúc', told: true }),
      entry('participant.registered', { name: 'Mai', source: 'form' }, null),
      entry('participant.registered', { name: 'Bình', source: 'invitation' }, null),
      entry('luckyDraw.drawn', { name: 'Tú', prize: 'Xe đạp' }),
      entry('checkinKey.revoked', { label: 'Cổng A' }),
      entry('message.sent', { name: 'Nhắc giờ', count: 1200 }, null),
      entry('event.retentionChanged', { count: 180, reason: 'Tax audit' }),
      entry('event.retentionChanged', { count: 400, reason: null }),
      entry('event.erasureAnnounced', { count: 312, at: '2027-12-01T05:00:00Z' }, null),
      entry('event.dataErased', { count: 312 }, null),
    ],
  }))
  const { drawer } = await opened()
  expect(await drawer.findByText('Changed the event: name, bank')).toBeVisible()
  for (const words of [
    'Updated the event',
    'Unmarked a question as sensitive, so all answers to it are shown openly: Số giấy tờ',
    'Changed the ticket class VIP → Gold: name, price',
    'Canceled the event: Mưa bão',
    /^Reopened registration until .*12:00/,
    'Changed Đức: Phone, Note (only the organizer sees it)',
    'Deleted Hoa',
    'Deleted Cúc and told them by email',
    'Mai registered',
    'Bình registered with an invitation code',
    'Drew Tú – Xe đạp',
    'Revoked the device Cổng A',
    'Message “Nhắc giờ” sent to 1,200 people',
    'Keeps participants’ data for 180 days after the event, documents too: Tax audit',
    'Keeps participants’ data for 400 days after the event',
    /^Announced: the data of 312 people is erased at .*12:00/,
    'Erased the personal data of 312 participants, because its time was over',
  ]) {
    expect(drawer.getByText(words)).toBeVisible()
  }
  const byline = (words: string) => drawer.getByText(words).closest('[class*="itemBody"]')
  expect(byline('Deleted Hoa')).toHaveTextContent(/Lan · .*19:00/)
  expect(byline('Mai registered')).not.toHaveTextContent('·')
  expect(byline('Message “Nhắc giờ” sent to 1,200 people')).toHaveTextContent('The system · ')
})

test('the log goes on until its beginning', async () => {
  logged(({ cursor }) =>
    cursor
      ? { items: [entry('event.created', { title: 'Hội' })] }
      : { items: [entry('event.updated')], nextCursor: 'c' },
  )
  const { drawer, user } = await opened()
  await user.click(await drawer.findByRole('button', { name: 'Show more' }))
  expect(await drawer.findByText('Created the event Hội')).toBeVisible()
  expect(drawer.getByText('Updated the event')).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('the filters for a kind and a person also apply to further pages', async () => {
  logged(({ cursor }) => ({
    items: [entry('ticket.created', { name: 'VIP' })],
    nextCursor: cursor ? undefined : 'c',
  }))
  const { drawer, user } = await opened()
  await user.click(await drawer.findByRole('combobox', { name: 'Kind of activity' }))
  await user.click(await screen.findByRole('option', { name: 'Ticket classes' }))
  await user.click(drawer.getByRole('combobox', { name: 'Person' }))
  await user.click(await screen.findByRole('option', { name: 'Minh' }))
  await user.click(await drawer.findByRole('button', { name: 'Show more' }))
  expect(await drawer.findAllByText('Added the ticket class VIP')).toHaveLength(2)
  expect(asked).toEqual([
    {},
    { kind: 'ticket' },
    { kind: 'ticket', actor: 'u2' },
    { kind: 'ticket', actor: 'u2', cursor: 'c' },
  ])
})

test('when nothing matches, one press shows everything again', async () => {
  logged(({ kind }) => ({ items: kind ? [] : [entry('event.updated')] }))
  const { drawer, user } = await opened()
  await user.click(await drawer.findByRole('combobox', { name: 'Kind of activity' }))
  await user.click(await screen.findByRole('option', { name: 'Messages' }))
  expect(await drawer.findByRole('status')).toHaveTextContent('Nothing matches')
  await user.click(drawer.getByRole('button', { name: 'Clear filters' }))
  expect(await drawer.findByText('Updated the event')).toBeVisible()
  expect(drawer.getByRole('combobox', { name: 'Kind of activity' })).toHaveValue('')
})

test('a log without entries describes the entries to come', async () => {
  logged(() => ({ items: [] }))
  const { drawer } = await opened()
  expect(await drawer.findByText('Nothing has happened yet')).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})
