import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { goOnAfterLogin } from '~/lib/afterLogin'
import { session } from '~/lib/session'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, LOGIN_RESULT, ME, ok, server } from '~/test/server'
import { rememberSignUp, signedUpAs } from './signedUp'

/** The server logs a user in who signed up here. Returns the bodies it got. */
function serverVerifies() {
  const bodies: { logInAs?: string | null }[] = []
  server.use(
    http.post('/auth/verify-email/{token}', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body ?? {})
      return response(200).json(ok({ login: body?.logInAs ? LOGIN_RESULT : null }))
    }),
    http.get('/users/me', ({ response }) => response(200).json(ok(ME))),
  )
  return bodies
}

test('a user who signed up in this browser is logged in and led on to the page they asked for', async () => {
  rememberSignUp('lan@congty.vn')
  goOnAfterLogin('/profile')
  const bodies = serverVerifies()
  const app = await renderApp('/verify-email/x')
  await waitFor(() => expect(app.path()).toBe('/profile'))
  expect(await screen.findByText('Your email is verified')).toBeVisible()
  expect(bodies).toEqual([{ logInAs: 'lan@congty.vn' }])
  expect(session()).toMatchObject({ loggedIn: true, isRemember: true })
  expect(signedUpAs()).toBeNull()
})

test('elsewhere the address is confirmed and the login offered', async () => {
  const bodies = serverVerifies()
  await renderApp('/verify-email/x')
  expect(await screen.findByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login')
  expect(bodies).toEqual([{ logInAs: null }])
  expect(session().loggedIn).toBe(false)
})

test('a user who is logged in keeps their session', async () => {
  rememberSignUp('khac@congty.vn')
  loggedInAs()
  const bodies = serverVerifies()
  await renderApp('/verify-email/x')
  expect(await screen.findByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  expect(bodies).toEqual([{ logInAs: null }])
})
