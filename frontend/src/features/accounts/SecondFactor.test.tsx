import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '~/lib/session'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, LOGIN_RESULT, ME, ok, refused, server } from '~/test/server'

const SETUP = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/H%E1%BB%99i:lan?secret=JBSWY3DPEHPK3PXP' }
const CODES = Array.from({ length: 10 }, (_, at) => `aaaa-bbbb-ccc${at}`)

function serverSetsUp(bodies: unknown[] = []) {
  server.use(
    http.post('/users/me/second-factor', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(SETUP))
    }),
    http.put('/users/me/second-factor', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      return body.code === '123456'
        ? response(200).json(ok({ recoveryCodes: CODES }))
        : response('default').json(refused(5019, ['Wrong code.']), { status: 401 })
    }),
  )
  return bodies
}

const state = (isOn: boolean, recoveryCodesLeft = 0, isRequired = false) =>
  http.get('/users/me/second-factor', ({ response }) =>
    response(200).json(ok({ isOn, isRequired, recoveryCodesLeft })),
  )

async function setUp({ user }: Awaited<ReturnType<typeof renderApp>>) {
  const password = await screen.findByLabelText('Your password')
  expect(password).toHaveFocus()
  await user.type(password, 'mat-khau-8')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  expect(screen.getByText(/^Scan this code/)).toHaveFocus()
}

test('is set up with password, app and a first code, and shows the recovery codes', async () => {
  loggedInAs()
  const bodies = serverSetsUp()
  const app = await renderApp('/profile')
  await app.user.click(await screen.findByRole('button', { name: 'Set up' }))
  await setUp(app)
  const code = screen.getByLabelText('Code')
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await app.user.type(code, '000000')
  await app.user.click(screen.getByRole('button', { name: 'Turn on two-step login' }))
  expect(await screen.findByText('Wrong code.')).toBeVisible()
  expect(code).toHaveFocus()
  await app.user.clear(code)
  await app.user.type(code, '123456')
  await app.user.click(screen.getByRole('button', { name: 'Turn on two-step login' }))
  for (const recovery of CODES) expect(await screen.findByText(recovery)).toBeVisible()
  expect(screen.getByRole('group', { name: 'Two-step login is on.' })).toHaveFocus()

  // The codes also stay when the user returns from the authenticator app while the server is down.
  server.use(
    http.get('/users/me/second-factor', ({ response }) =>
      response('default').json(refused(5000), { status: 503 }),
    ),
  )
  await app.refetch('me', 'second-factor')
  expect(app.queryClient.getQueryState(['me', 'second-factor'])?.status).toBe('error')
  for (const recovery of CODES) expect(screen.getByText(recovery)).toBeVisible()

  server.use(state(true, 10))
  await app.user.click(screen.getByRole('button', { name: 'I have kept the codes' }))
  expect(screen.queryByText('Two-step login is off.')).toBeNull()
  expect(await screen.findByText('Two-step login is on. Unused recovery codes: 10.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Security' })).toHaveFocus()
  expect(bodies).toEqual([{ password: 'mat-khau-8' }, { code: '000000' }, { code: '123456' }])
})

test('is not offered to be turned off where the account must have it', async () => {
  loggedInAs({ role: 'ADMIN' })
  server.use(state(true, 3, true))
  await renderApp('/profile')
  expect(await screen.findByText('Two-step login is required for your account.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Turn off two-step login' })).toBeNull()
})

test('is turned off with password and code', async () => {
  loggedInAs()
  server.use(state(true, 3))
  const bodies: unknown[] = []
  const app = await renderApp('/profile')
  await app.user.click(await screen.findByRole('button', { name: 'Turn off two-step login' }))
  server.use(
    http.post('/users/me/second-factor/remove', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      if (body.password !== 'mat-khau-8') {
        const refusal = refused(5019, ['Not the password.'], { password: ['Not the password.'] })
        return response('default').json(refusal, { status: 401 })
      }
      return response(200).json(ok({}, ['Two-step login is off']))
    }),
    state(false),
  )
  expect(screen.getByLabelText('Your password')).toHaveFocus()
  const password = screen.getByLabelText('Your password')
  await app.user.type(password, 'khong-phai')
  await app.user.type(screen.getByLabelText('Code or recovery code'), '123456')
  const turnOff = screen.getByRole('button', { name: 'Turn off two-step login' })
  await app.user.click(turnOff)
  expect(await screen.findByText('Not the password.')).toBeVisible()
  expect(password).toHaveFocus()
  expect(password).toBeInvalid()
  await app.user.clear(password)
  await app.user.type(password, 'mat-khau-8')
  await app.user.click(turnOff)
  expect(await screen.findByText('Two-step login is off.')).toBeVisible()
  expect(bodies.at(-1)).toEqual({ password: 'mat-khau-8', code: '123456' })
})

test('a login asks for the code, or for a recovery code in its place', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/auth/login', ({ response }) =>
      response(200).json(ok({ challenge: 'challenge-1', challengeExpiresIn: 300 })),
    ),
    http.post('/auth/login/second-factor', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      return body.code === 'aaaa-bbbb-ccc1'
        ? response(200).json(ok(LOGIN_RESULT))
        : response('default').json(refused(5019, ['Wrong code.']), { status: 401 })
    }),
    http.get('/users/me', ({ response }) => response(200).json(ok(ME))),
  )
  const app = await renderApp('/auth/login')
  await app.user.type(screen.getByLabelText('Email'), 'lan@congty.vn')
  await app.user.type(screen.getByLabelText('Password'), 'mat-khau-8')
  await app.user.click(screen.getByRole('button', { name: 'Log in' }))
  const code = await screen.findByLabelText('Code')
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(code).toHaveFocus()
  await app.user.click(code)
  await app.user.paste('000 000')
  await app.user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText('Wrong code.')).toBeVisible()
  expect(session().loggedIn).toBe(false)
  await app.user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await app.user.type(screen.getByLabelText('Recovery code'), 'aaaa-bbbb-ccc1')
  await app.user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(app.path()).toBe('/event-management'))
  expect(session().loggedIn).toBe(true)
  expect(bodies).toEqual([
    { challenge: 'challenge-1', code: '000 000' },
    { challenge: 'challenge-1', code: 'aaaa-bbbb-ccc1' },
  ])
})

test('an administrator who needs it sets it up before anything else, and keeps the codes first', async () => {
  loggedInAs({ role: 'ADMIN', mustSetUpSecondFactor: true })
  serverSetsUp()
  const app = await renderApp('/profile')
  expect(await screen.findByRole('heading', { name: 'Set up two-step login' })).toBeVisible()
  await setUp(app)
  await app.user.type(screen.getByLabelText('Code'), '123456')
  // Another tab, or a return to this one, asks for the profile anew: the codes stay.
  server.use(http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, role: 'ADMIN' }))))
  await app.user.click(screen.getByRole('button', { name: 'Turn on two-step login' }))
  expect(await screen.findByText('aaaa-bbbb-ccc0')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  await app.queryClient.refetchQueries({ queryKey: ['me'], exact: true })
  await waitFor(() => expect(session().profile?.mustSetUpSecondFactor).toBe(false))
  expect(screen.getByText('aaaa-bbbb-ccc0')).toBeVisible()
  server.use(
    http.get('/users/me', ({ response }) => response('default').json(refused(5000), { status: 503 })),
  )
  await app.user.click(screen.getByRole('button', { name: 'I have kept the codes' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong')
  server.use(http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, role: 'ADMIN' }))))
  await app.user.click(screen.getByRole('button', { name: 'I have kept the codes' }))
  expect(await screen.findByRole('tab', { name: 'General information' })).toBeVisible()
})
