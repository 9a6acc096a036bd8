import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '~/lib/session'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, refused, server } from '~/test/server'

test('saves the general information and shows the new name in the sidebar', async () => {
  loggedInAs()
  const bodies: unknown[] = []
  const app = await renderApp('/profile')
  const name = await screen.findByLabelText('Full name')
  server.use(
    http.put('/users/profile', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok({ ...ME, fullName: 'Lan Anh' }))
    }),
    http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, fullName: 'Lan Anh' }))),
  )
  await app.user.clear(name)
  await app.user.type(name, 'Lan Anh')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Profile updated successfully!')).toBeVisible()
  expect(await screen.findByRole('button', { name: /Lan Anh/ })).toBeVisible()
  expect(session().profile?.fullName).toBe('Lan Anh')
  expect(bodies).toMatchObject([{ fullName: 'Lan Anh', phone: ME.phone, avatar: null }])
})

test('a wrong current password is told at its field', async () => {
  loggedInAs()
  const app = await renderApp('/profile')
  server.use(
    http.put('/auth/password', ({ response }) =>
      response('default').json(refused(5019, ['Wrong.']), { status: 401 }),
    ),
  )
  const old = await screen.findByLabelText('Current password')
  await app.user.type(old, 'not-this-one')
  await app.user.type(screen.getByLabelText('New password'), 'cua-rieng-toi')
  await app.user.type(screen.getByLabelText('Retype new password'), 'cua-rieng-toi')
  await app.user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('This is not your current password.')).toBeVisible()
  expect(old).toHaveFocus()
  expect(session().loggedIn).toBe(true)
})

test('a profile that cannot be loaded says so', async () => {
  loggedInAs()
  server.use(
    http.get('/users/me', ({ response }) =>
      response('default').json(refused(5000, ['Out of order.']), { status: 500 }),
    ),
  )
  await renderApp('/profile')
  expect(await screen.findByText('Out of order.')).toBeVisible()
})
