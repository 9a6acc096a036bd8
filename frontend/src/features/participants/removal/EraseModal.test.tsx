import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import { DUC, HOA, serverHasPeople } from '../fixtures'
import type { Participant } from '../queries'

const PATH = '/participant-management/ev1'

let people: Participant[]
let sent: unknown[]

beforeEach(() => {
  loggedInAs()
  people = [DUC, HOA]
  sent = []
  serverHasPeople(people)
  server.use(
    http.get('/event/{eventId}/attendances/undelivered', ({ response }) =>
      response(200).json(ok({ items: [], total: 0 })),
    ),
    http.post('/event/{eventId}/attendances/{id}/erase', async ({ request, response }) => {
      sent.push(await request.json())
      people[0] = {
        ...DUC,
        fullName: '—',
        email: '',
        phone: '',
        company: '',
        ticketCode: '',
        answers: [],
        erasedAt: '2026-11-21T02:00:00Z',
      }
      return response(200).json(ok({}))
    }),
  )
})

test('the data is erased after the name was typed, and then neither named nor edited', async () => {
  const { user } = await renderApp(`${PATH}?person=a1`)
  const panel = within(await screen.findByRole('dialog', { name: DUC.fullName }))
  await user.click(await panel.findByRole('button', { name: `Actions for ${DUC.fullName}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Erase personal data' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Erase the personal data/ }))
  const field = dialog.getByLabelText(/^Type/)
  const erase = dialog.getByRole('button', { name: 'Erase personal data' })
  await user.type(field, 'Nguyễn Văn')
  await user.click(erase)
  expect(await dialog.findByText('The name is different')).toBeVisible()
  expect(sent).toEqual([])
  await user.clear(field)
  await user.type(field, ' nguyễn văn đức')
  await user.click(erase)
  const erased = within(await screen.findByRole('dialog', { name: 'Data erased' }))
  expect(sent).toEqual([{ fullName: DUC.fullName, updatedAt: DUC.updatedAt }])
  await waitFor(() => expect(erased.queryByRole('button', { name: 'Edit' })).toBeNull())
})

test('a name that was typed and given up does not stand there the next time', async () => {
  const { user } = await renderApp(`${PATH}?person=a1`)
  const panel = within(await screen.findByRole('dialog', { name: DUC.fullName }))
  const ask = async () => {
    await user.click(await panel.findByRole('button', { name: `Actions for ${DUC.fullName}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Erase personal data' }))
    return within(await screen.findByRole('dialog', { name: /^Erase the personal data/ }))
  }
  const first = await ask()
  await user.type(first.getByLabelText(/^Type/), DUC.fullName)
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Erase the personal data/ })).toBeNull())
  expect((await ask()).getByLabelText(/^Type/)).toHaveValue('')
})
