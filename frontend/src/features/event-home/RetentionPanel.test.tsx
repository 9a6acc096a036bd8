import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { EVENT, RETENTION, serverShowsHome } from '~/features/events/fixtures'
import { giveChartsRoom, serverCounts } from '~/features/statistics/fixtures'
import { session } from '~/lib/session'
import { keepTypedAt } from '~/lib/typed'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import type { Retention } from './queries'

const HOME = `/event-management/${EVENT.id}`

let sent: unknown[]
let kept: Retention

beforeEach(() => {
  loggedInAs()
  giveChartsRoom()
  serverShowsHome()
  serverCounts()
  sent = []
  kept = { ...RETENTION, announcedAt: '2027-02-08T01:00:00Z' }
  server.use(
    http.get('/event/{eventId}/todo', ({ response }) => response(200).json(ok({ retention: kept }))),
    http.put('/event/{eventId}/retention', async ({ request, response }) => {
      const body = await request.json()
      sent.push(body)
      const { keepDays = null } = body
      kept = { ...RETENTION, keepDays, erasedAt: '2027-06-18T14:00:00Z' }
      return response(200).json(ok(kept))
    }),
    http.get('/event/{eventId}/retention/preview', ({ response }) =>
      response(200).json(ok({ people: 12, files: 4, documents: 3 })),
    ),
  )
})

async function opened() {
  const { user } = await renderApp(HOME)
  const panel = within(await screen.findByRole('region', { name: 'Data of participants' }))
  await panel.findByText(/^On .* the personal data of 12 people is erased/)
  return { user, panel }
}

async function inDialog() {
  const { user, panel } = await opened()
  await user.click(panel.getByRole('button', { name: 'Change how long data is kept' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change how long data is kept' }))
  return { user, panel, dialog }
}

test('says when the data is erased, and counts it when asked', async () => {
  const { user, panel } = await opened()
  expect(panel.getByText(/^On .*2027.* the personal data of 12 people/)).toBeVisible()
  expect(panel.getByText(/business licenses are erased from .*2026/)).toBeVisible()
  expect(panel.getByText(/^You were told of it on/)).toBeVisible()
  expect(panel.queryByText(/If it were erased now/)).toBeNull()
  await user.click(panel.getByRole('button', { name: 'See what is erased' }))
  expect(await panel.findByText(/12 participants, 4 files, 3 identity numbers/)).toBeVisible()
})

test('the erasure is postponed within the bounds', async () => {
  const { user, panel, dialog } = await inDialog()
  const days = dialog.getByLabelText(/^Days after the event/)
  for (const outside of ['29', '1096']) {
    await user.clear(days)
    await user.type(days, outside)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Enter a number of days from 30 to 1,095')).toBeVisible()
  }
  expect(sent).toEqual([])
  await user.clear(days)
  await user.type(days, '465')
  expect(dialog.getByText(/^The data is erased on .*2027/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ keepDays: 465, documentsReason: null, version: 0 }])
  await waitFor(() => expect(panel.queryByText(/^You were told of it on/)).toBeNull())
})

test('the usual number of days stands in the field, and is not chosen by saving it', async () => {
  const { user, dialog } = await inDialog()
  expect(dialog.getByLabelText(/^Days after the event/)).toHaveValue('365')
  expect(dialog.getByText(/^The data is erased on .*2027/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ keepDays: null, documentsReason: null, version: 0 }]))
})

test('the link of the mail leads to the panel', async () => {
  const scrolled: (string | null)[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    scrolled.push(this.querySelector('h2')?.textContent ?? null)
  })
  await renderApp(`${HOME}?retention=true`)
  const panel = await screen.findByRole('region', { name: 'Data of participants' })
  await waitFor(() => expect(scrolled).toEqual(['Data of participants']))
  expect(panel).toHaveAttribute('data-marked', 'true')
})

test('documents are kept for a reason alone', async () => {
  const { user, dialog } = await inDialog()
  await user.click(dialog.getByRole('checkbox', { name: 'Keep documents as long' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Say why')).toBeVisible()
  expect(sent).toEqual([])
  await user.type(dialog.getByLabelText(/^Why the documents are needed/), ' Tax audit ')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ keepDays: null, documentsReason: 'Tax audit', version: 0 }]))
})

test('a reason that was typed before a login or an error is there again', async () => {
  const place = `${location.pathname} retention ${EVENT.id}`
  keepTypedAt(session().profile?.id ?? '', place, { keepsDocuments: true, documentsReason: 'Tax audit' })
  await renderApp(HOME)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change how long data is kept' }))
  expect(await dialog.findByLabelText(/^Why the documents are needed/)).toHaveValue('Tax audit')
})

test('a refusal stands at its field', async () => {
  server.use(
    http.put('/event/{eventId}/retention', ({ response }) =>
      response('default').json(refused(5002, [], { keepDays: ['From 30 to 90'] }), { status: 400 }),
    ),
  )
  const { user, dialog } = await inDialog()
  await user.clear(dialog.getByLabelText(/^Days after the event/))
  await user.type(dialog.getByLabelText(/^Days after the event/), '400')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('From 30 to 90')).toBeVisible()
})

test('without personal data there is nothing to count', async () => {
  kept = { ...RETENTION, people: 0 }
  await renderApp(HOME)
  const panel = within(await screen.findByRole('region', { name: 'Data of participants' }))
  expect(await panel.findByText('There is no personal data of participants.')).toBeVisible()
  expect(panel.queryByRole('button', { name: 'See what is erased' })).toBeNull()
  expect(panel.getByRole('button', { name: 'Change how long data is kept' })).toBeVisible()
})
