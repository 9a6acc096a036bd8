import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { endSession, session } from '~/lib/session'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, LOGIN_RESULT, ok, server } from '~/test/server'

const ENDED = 'Your session has ended'

/** The profile with a name typed that is not saved. */
async function typedName() {
  loggedInAs()
  const app = await renderApp('/profile')
  const name = await screen.findByLabelText(/^Full name/)
  await app.user.clear(name)
  await app.user.type(name, 'Lan Anh')
  return app
}

async function logIn(user: UserEvent) {
  server.use(http.post('/auth/login', ({ response }) => response(200).json(ok(LOGIN_RESULT))))
  await user.type(await screen.findByLabelText('Email'), 'lan@congty.vn')
  await user.type(screen.getByLabelText('Password'), 'mat-khau-8')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:typed:'))

test('a session that ends elsewhere says so before it leaves, and the login restores typed text', async () => {
  const { user, path } = await typedName()
  act(() => endSession())
  expect(await screen.findByRole('dialog', { name: ENDED })).toBeVisible()
  expect(path()).toBe('/profile')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(path()).toMatch(/^\/auth\/login/))
  expect(session().loggedIn).toBe(false)

  await logIn(user)
  await waitFor(() => expect(path()).toBe('/profile'))
  await waitFor(() => expect(screen.getByLabelText(/^Full name/)).toHaveValue('Lan Anh'))
  expect(await screen.findByText(/^Restored what you typed at /)).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText(/^Full name/)).toHaveValue(LOGIN_RESULT.user.fullName)
  expect(stored()).toEqual([])
})

test('a session that ends while nothing is typed leads to the login, which says so and leads back', async () => {
  loggedInAs()
  const { user, path } = await renderApp('/profile')
  await screen.findByLabelText(/^Full name/)
  act(() => endSession())
  await waitFor(() => expect(path()).toMatch(/^\/auth\/login/))
  expect(screen.queryByRole('dialog', { name: ENDED })).toBeNull()
  expect(await screen.findByText(ENDED)).toBeVisible()

  await logIn(user)
  await waitFor(() => expect(path()).toBe('/profile'))
  await waitFor(() => expect(screen.queryByText(ENDED)).toBeNull())
})

test('the page of a link that has been used is neither remembered nor told of', async () => {
  loggedInAs()
  await renderApp('/auth/forgot-password')
  act(() => endSession())
  expect(localStorage.getItem('afterLogin')).toBeNull()
  expect(screen.queryByText(ENDED)).toBeNull()
})

test('another account is not led there, and gets nothing of it', async () => {
  const first = await typedName()
  act(() => endSession())
  await first.user.click(await screen.findByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(first.path()).toMatch(/^\/auth\/login/))
  first.unmount()

  loggedInAs({ id: 'another', fullName: 'Minh' })
  await renderApp('/profile')
  expect(await screen.findByLabelText(/^Full name/)).toHaveValue('Minh')
})

test('typed text survives closing the page, and is gone when the form is given up', async () => {
  const { unmount } = await typedName()
  fireEvent(window, new Event('pagehide'))
  expect(stored()).toHaveLength(1)
  unmount()
  expect(stored()).toEqual([])
})
