import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { endSession } from '~/lib/session'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'

type Schemas = components['schemas']

const KEY: Schemas['ApiKey'] = {
  id: '0c',
  name: 'Badge printer',
  shown: 'hoi_1a2b3c',
  rights: ['events:read', 'guests:read'],
  events: null,
  createdAt: '2026-11-20T01:00:00Z',
  expiresAt: '2027-11-20T01:00:00Z',
  isExpired: false,
  lastUsedAt: null,
}
const SECRET = `hoi_1a2b3c${'0'.repeat(58)}`

function serverKeeps(keys: Schemas['ApiKey'][], bodies: unknown[] = []) {
  server.use(
    http.get('/users/me/api-keys', ({ response }) => response(200).json(ok(keys))),
    http.post('/users/me/api-keys', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      if (body.password !== 'mat-khau-8') {
        return response('default').json(refused(5019, ['Wrong.'], { password: ['Wrong password.'] }), {
          status: 401,
        })
      }
      keys.push(KEY)
      return response(200).json(ok({ ...KEY, secret: SECRET }))
    }),
    http.delete('/users/me/api-keys/{id}', ({ response }) => {
      keys.length = 0
      return response(200).json(ok({}, ['API key revoked']))
    }),
  )
  return bodies
}

test('a key is made with the password, shown once, listed and revoked', async () => {
  loggedInAs()
  const bodies = serverKeeps([])
  const app = await renderApp('/profile')
  expect(await screen.findByText('You have no keys yet.')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Make an API key' }))
  const dialog = await screen.findByRole('dialog', { name: 'New API key' })
  const make = within(dialog).getByRole('button', { name: 'Make an API key' })
  await app.user.type(within(dialog).getByLabelText('Name of the key'), 'Badge printer')
  await app.user.type(within(dialog).getByLabelText('Your password'), 'wrong')
  await app.user.click(make)
  expect(await within(dialog).findByText('Please choose at least one right')).toBeVisible()
  expect(bodies).toEqual([])
  await app.user.click(within(dialog).getByLabelText('Read guests, with contacts and ticket codes'))
  await app.user.click(within(dialog).getByLabelText('Read events and ticket classes'))
  await app.user.click(make)
  const password = within(dialog).getByLabelText('Your password')
  await waitFor(() => expect(password).toHaveFocus())
  await app.user.clear(password)
  await app.user.type(password, 'mat-khau-8')
  await app.user.click(make)

  expect(await screen.findByText(SECRET)).toBeVisible()
  expect(bodies.at(-1)).toEqual({
    name: 'Badge printer',
    rights: ['events:read', 'guests:read'],
    events: null,
    lifetime: 'year',
    password: 'mat-khau-8',
  })
  // The Escape key does not throw the key away.
  await app.user.keyboard('{Escape}')
  expect(screen.getByText(SECRET)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'I have kept the key' }))
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())

  expect(await screen.findByText('Badge printer')).toBeVisible()
  expect(
    screen.getByText('Read events and ticket classes · Read guests, with contacts and ticket codes'),
  ).toBeVisible()
  expect(screen.getByText('All your events')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Revoke key Badge printer' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke this key?' })
  await app.user.type(within(question).getByLabelText('Your password'), 'mat-khau-8')
  await app.user.click(within(question).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('You have no keys yet.')).toBeVisible()
})

test('a key for chosen events names them, and an ended one says so', async () => {
  loggedInAs()
  serverKeeps([
    { ...KEY, isExpired: true, events: [{ id: 'e1', title: 'Year-end party' }] },
    { ...KEY, id: '0d', name: 'Old shop', expiresAt: null, events: [] },
  ])
  await renderApp('/profile')
  expect(await screen.findByText('Year-end party')).toBeVisible()
  expect(screen.getByText('Expired')).toBeVisible()
  expect(screen.getByText('No event of yours anymore')).toBeVisible()
  expect(screen.getByText('No end · Never used')).toBeVisible()
})

test('a key that is being made outlives the end of the session, without the password', async () => {
  loggedInAs()
  const { user, path, unmount } = await renderApp('/profile')
  await user.click(await screen.findByRole('button', { name: 'Make an API key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }))
  await user.type(dialog.getByLabelText('Name of the key'), 'Badge printer')
  await user.click(dialog.getByLabelText('Read events and ticket classes'))
  await user.type(dialog.getByLabelText('Your password'), 'mat-khau-8')
  act(() => endSession())
  await user.click(await screen.findByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(path()).toMatch(/^\/auth\/login/))
  expect(Object.values(localStorage).join()).not.toContain('mat-khau-8')
  unmount()

  loggedInAs()
  await renderApp('/profile')
  const again = within(await screen.findByRole('dialog', { name: 'New API key' }))
  await waitFor(() => expect(again.getByLabelText('Name of the key')).toHaveValue('Badge printer'))
  expect(again.getByLabelText('Read events and ticket classes')).toBeChecked()
  expect(again.getByLabelText('Your password')).toHaveValue('')
})
