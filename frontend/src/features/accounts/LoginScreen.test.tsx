import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { session } from '~/lib/session'
import { refuseCookies, refuseStorage } from '~/test/refusedStorage'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, LOGIN_RESULT, ME, ok, refused, server } from '~/test/server'

type App = Awaited<ReturnType<typeof renderApp>>

async function submit({ user }: App, email = 'lan@congty.vn', password = 'mat-khau-8') {
  await user.type(screen.getByLabelText('Email'), email)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

function serverAccepts(role: 'COMMITTEE' | 'ADMIN') {
  const bodies: unknown[] = []
  const user = { ...LOGIN_RESULT.user, role }
  server.use(
    http.post('/auth/login', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok({ ...LOGIN_RESULT, user }))
    }),
    http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, role }))),
  )
  return bodies
}

test('offers email, password, "remember me" (on), and the ways to reset and sign up', async () => {
  await renderApp('/auth/login')
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email')
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeChecked()
  expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
    'href',
    '/auth/forgot-password',
  )
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/auth\/sign-up/),
  )
})

test.each([
  ['COMMITTEE', '/event-management'],
  ['ADMIN', '/dashboard'],
] as const)('%s lands on %s', async (role, home) => {
  const bodies = serverAccepts(role)
  const app = await renderApp('/auth/login/from/somewhere')
  await submit(app)
  expect(await screen.findByText('Login successfully!')).toBeVisible()
  await waitFor(() => expect(app.path()).toBe(home))
  expect(bodies).toMatchObject([{ email: 'lan@congty.vn', password: 'mat-khau-8' }])
  expect(session()).toMatchObject({ loggedIn: true, isRemember: true, profile: { role } })
})

/** The login that the server sent in the page, as the user left it. */
function pageWith(data: Record<string, string>, { email, password }: { email: string; password: string }) {
  const first = document.createElement('div')
  first.id = 'first'
  first.innerHTML = `<form><input id="first-email" value="${email}">
    <input id="first-password" value="${password}"><input id="first-remember" type="checkbox"></form>
    <p class="first-languages"><button type="button">Tiếng Việt</button></p>`
  Object.assign(first.querySelector('form')?.dataset ?? {}, data)
  document.body.append(first)
  onTestFinished(() => first.remove())
  return first
}

test('credentials that were sent before the application had begun are used to log in', async () => {
  const bodies = serverAccepts('COMMITTEE')
  pageWith({ left: '', sent: '' }, { email: 'lan@congty.vn', password: 'mat-khau-8' })
  const app = await renderApp('/auth/login')
  await waitFor(() => expect(app.path()).toBe('/event-management'))
  expect(bodies).toMatchObject([{ email: 'lan@congty.vn', password: 'mat-khau-8' }])
  expect(session().isRemember).toBe(false)
})

test('text that was typed before the application had begun, but not sent, stands in the form', async () => {
  const bodies = serverAccepts('COMMITTEE')
  pageWith({ left: '' }, { email: 'lan@congty.vn', password: '' })
  await renderApp('/auth/login')
  expect(document.querySelector('main input[type=email]')).toHaveValue('lan@congty.vn')
  expect(bodies).toEqual([])
})

test('the focus on a language of the page moves to that language in the application', async () => {
  const first = pageWith({ left: '' }, { email: '', password: '' })
  first.querySelector('button')?.focus()
  await renderApp('/auth/login')
  const button = document.querySelector('main button[lang=vi]')
  expect(button).toHaveTextContent('Tiếng Việt')
  expect(button).toHaveFocus()
})

test('without "remember me" the session stays in the tab', async () => {
  serverAccepts('COMMITTEE')
  const app = await renderApp('/auth/login')
  await app.user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
  await submit(app)
  await waitFor(() => expect(session().loggedIn).toBe(true))
  expect(session().isRemember).toBe(false)
  expect(sessionStorage.getItem('refreshToken')).toBe('refresh-1')
})

test('shows every message of a refusal and keeps typed text', async () => {
  server.use(
    http.post('/auth/login', ({ response }) =>
      response('default').json(refused(5019, ['Wrong password.', 'Two tries left.']), { status: 401 }),
    ),
  )
  const app = await renderApp('/auth/login')
  await submit(app)
  expect(await screen.findByText('Wrong password.')).toBeVisible()
  expect(screen.getByText('Two tries left.')).toBeVisible()
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Wrong password. Two tries left.')
  expect(screen.getByLabelText('Password')).toBeInvalid()
  expect(screen.getByLabelText('Password')).toHaveFocus()
  expect(screen.getByLabelText('Email')).toBeInvalid()
  expect(screen.getByLabelText('Email')).toHaveValue('lan@congty.vn')
  expect(session().loggedIn).toBe(false)
})

test('a browser that refuses cookies cannot remember the login, and the screen says so', async () => {
  const bodies = serverAccepts('COMMITTEE')
  refuseCookies()
  const app = await renderApp('/auth/login')
  expect(screen.getByText(/This browser keeps no cookies/)).toBeVisible()
  await submit(app)
  expect(screen.getByRole('checkbox', { name: 'Remember me' })).toHaveFocus()
  expect(bodies).toEqual([])
  await app.user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
  expect(screen.queryByText(/This browser keeps no cookies/)).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(session()).toMatchObject({ loggedIn: true, isRemember: false }))
  expect(sessionStorage.getItem('refreshToken')).toBe('refresh-1')
})

test('a browser that keeps nothing is told to allow cookies, and the server is not asked', async () => {
  const bodies = serverAccepts('COMMITTEE')
  refuseCookies()
  refuseStorage()
  const app = await renderApp('/auth/login')
  expect(screen.getByText(/This browser blocks cookies and site data/)).toBeVisible()
  await submit(app)
  expect(screen.getByText(/This browser blocks cookies and site data/)).toBeVisible()
  expect(app.path()).toBe('/auth/login')
  expect(bodies).toEqual([])
})

test.each([[{}], [{ code: 2000, messages: [] }], [{ code: 2000, data: null, messages: [] }]])(
  'says that login failed when the answer is %j',
  async (body) => {
    server.use(http.post('/auth/login', ({ response }) => response.untyped(HttpResponse.json(body))))
    const app = await renderApp('/auth/login')
    await submit(app)
    expect(await screen.findByText('Login failed!')).toBeVisible()
    expect(app.path()).toBe('/auth/login')
  },
)

test('asks nothing of the server while a field is wrong, and puts the focus there', async () => {
  const app = await renderApp('/auth/login')
  await submit(app, 'lan@', 'x')
  expect(await screen.findByText(/not a valid email/)).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveFocus()
})

test('an unverified account is offered a new link', async () => {
  const asked: unknown[] = []
  server.use(
    http.post('/auth/login', ({ response }) =>
      response('default').json(
        { ...refused(5020, ['Please verify your email first.']), data: { reason: 'UNVERIFIED' } },
        { status: 403 },
      ),
    ),
    http.post('/auth/resend-verification', async ({ request, response }) => {
      asked.push(await request.json())
      return response(200).json(ok({}))
    }),
  )
  const app = await renderApp('/auth/login')
  await submit(app)
  expect(await screen.findByText('Please verify your email first.')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Send the link again' }))
  expect(await screen.findByText(/a new link is on its way/)).toBeVisible()
  expect(asked).toEqual([{ email: 'lan@congty.vn' }])
})

test('a suspended account is told so, and offered nothing', async () => {
  server.use(
    http.post('/auth/login', ({ response }) =>
      response('default').json(
        { ...refused(5020, ['This account is suspended.']), data: { reason: 'SUSPENDED' } },
        { status: 403 },
      ),
    ),
  )
  const app = await renderApp('/auth/login')
  await submit(app)
  expect(await screen.findByText('This account is suspended.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send the link again' })).not.toBeInTheDocument()
})

test('a user who is already logged in goes straight home', async () => {
  loggedInAs({ role: 'ADMIN' })
  const app = await renderApp('/')
  expect(app.path()).toBe('/dashboard')
})

test('a generated password has to be replaced before anything else', async () => {
  loggedInAs({ mustChangePassword: true })
  const changes: unknown[] = []
  const app = await renderApp('/event-management')
  expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  server.use(
    http.put('/auth/password', async ({ request, response }) => {
      changes.push(await request.json())
      return response(200).json(ok({}))
    }),
    http.get('/users/me', ({ response }) => response(200).json(ok(ME))),
  )
  await app.user.type(screen.getByLabelText('Current password'), 'generated-1')
  await app.user.type(screen.getByLabelText('New password'), 'cua-rieng-toi')
  await app.user.type(screen.getByLabelText('Retype new password'), 'cua-rieng-toi')
  await app.user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Password changed successfully!')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Events' })).toBeVisible()
  expect(changes).toEqual([{ oldPassword: 'generated-1', newPassword: 'cua-rieng-toi' }])
})
