import { type BoundFunctions, type queries, screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { t } from '~/lib/language'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { DUC, serverHasPeople } from '../fixtures'

// The texts of entries are tested with `LogEntryText`; here it is actors, times, order, and the first entry.

const entry = (id: string, actorName: string | null, createdAt: string) => ({
  id,
  action: 'participant.changed',
  actorId: null,
  actorName,
  subjectId: DUC.id,
  data: { name: DUC.fullName },
  createdAt,
})
const NEWEST = entry('3', 'Lan', '2026-11-20T12:00:00Z')
const MIDDLE = entry('2', null, '2026-11-19T12:00:00Z')
const OLDEST = entry('1', 'Minh', '2026-11-18T12:00:00Z')

/** The log, in which the cursor leads to `older`. */
function serverRemembers(newer: unknown[], older?: unknown[]) {
  server.use(
    http.get('/event/{eventId}/attendances/{id}/history', ({ query, params, response }) => {
      const isFirst = !query.has('cursor')
      const items = params.id === DUC.id ? (isFirst ? newer : older) : []
      return response.untyped(HttpResponse.json(ok({ items, nextCursor: isFirst && older ? 'older' : null })))
    }),
  )
}

beforeEach(() => {
  loggedInAs()
  serverHasPeople([DUC])
})

async function openHistory() {
  const app = await renderApp(`/participant-management/ev1?person=${DUC.id}`)
  const name = t('participants.panel.history')
  return { app, part: within(await screen.findByRole('region', { name })) }
}

/** Actors and times, from the top down. */
const lines = (part: BoundFunctions<typeof queries>) =>
  part.getAllByText(/\d\d:\d\d/).map((line) => line.textContent)

test('shows actors and times, newest first, down to the registration', async () => {
  serverRemembers([NEWEST, MIDDLE], [OLDEST])
  const { app, part } = await openHistory()
  await part.findByText(/^Lan/)
  expect(lines(part)).toEqual(['Lan · Nov 20, 2026, 19:00', 'Nov 19, 2026, 19:00'])
  // The beginning is not known before everything is there.
  expect(part.queryByText(t('participants.history.form'))).toBeNull()

  await app.user.click(part.getByRole('button', { name: t('events.log.more') }))
  expect(await part.findByText(t('participants.history.form'))).toBeVisible()
  expect(lines(part)).toEqual([
    'Lan · Nov 20, 2026, 19:00',
    'Nov 19, 2026, 19:00',
    'Minh · Nov 18, 2026, 19:00',
    'Nov 1, 2026, 09:00',
  ])
  expect(part.queryByRole('button', { name: t('events.log.more') })).toBeNull()
})

test('when nothing has happened yet, how they came is all there is', async () => {
  serverHasPeople([{ ...DUC, source: 'import' }])
  const { part } = await openHistory()
  expect(await part.findByText(t('participants.history.import'))).toBeVisible()
  expect(lines(part)).toEqual(['Nov 1, 2026, 09:00'])
})

test('a participant added by hand has that in the log, and not twice', async () => {
  serverHasPeople([{ ...DUC, source: 'manual' }])
  serverRemembers([{ ...OLDEST, action: 'participant.added' }])
  const { part } = await openHistory()
  expect(await part.findByText(/^Minh/)).toBeVisible()
  expect(lines(part)).toEqual(['Minh · Nov 18, 2026, 19:00'])
})

test('while it loads nothing is claimed', async () => {
  server.use(
    http.get('/event/{eventId}/attendances/{id}/history', async ({ response }) => {
      await delay('infinite')
      return response(200).json(ok({ items: [], nextCursor: null }))
    }),
  )
  const { part } = await openHistory()
  expect(part.queryByText(/\d\d:\d\d/)).toBeNull()
  expect(part.queryByText(t('participants.history.form'))).toBeNull()
})

test('a history that cannot be loaded can be asked for again', async () => {
  let fails = true
  server.use(
    http.get('/event/{eventId}/attendances/{id}/history', ({ response }) =>
      fails
        ? response('default').json(refused(5000, ['Out of order.']), { status: 500 })
        : response(200).json(ok({ items: [], nextCursor: null })),
    ),
  )
  const { app, part } = await openHistory()
  expect(await part.findByText('Out of order.')).toBeVisible()
  fails = false
  await app.user.click(part.getByRole('button', { name: t('common.retry') }))
  await waitFor(() => expect(part.getByText(t('participants.history.form'))).toBeVisible())
})
