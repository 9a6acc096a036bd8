import { readFileSync } from 'node:fs'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fill } from '~/landing/fill'
import { storeLanguage } from '~/lib/languages'
import { afterPageLogin, typedIntoPage } from '~/lib/pageLogin'
import auth from '~/locales/vi/auth.json'
import { type ScreenFiles, startPage } from './startPage'

const { email, password, showPassword, login } = auth
const page = fill(readFileSync('login.html', 'utf8'), {
  language: 'vi',
  email,
  password,
  showPassword,
  ...login,
})
const withLanguages = page.replace('<!--languages-->', '<button type="button" lang="en">English</button>')

/** The application: it is loaded, and shows itself when the login in the page is left. */
const load = vi.fn(async () => afterPageLogin(begin))
const begin = vi.fn()

beforeEach(() => {
  load.mockReset()
  begin.mockClear()
  localStorage.clear()
  document.body.innerHTML = `<div id="first">${withLanguages}</div>`
})

afterEach(() => {
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

/** Sets how the browser came to the page; returns the mock of the reload. */
function cameBy(type: 'navigate' | 'reload') {
  const reload = vi.fn()
  vi.stubGlobal('location', { protocol: 'http:', reload })
  vi.stubGlobal('performance', { now: () => 0, getEntriesByType: () => [{ type }] })
  return reload
}

const submit = () => screen.getByRole('button', { name: login.submit })

test('a page without a login begins the application at once', () => {
  document.body.innerHTML = '<div id="first"></div>'
  startPage(load)
  expect(begin).toHaveBeenCalledOnce()
})

test('the login loads the application with the first touch, and passes the typed text on when it is sent', async () => {
  const user = userEvent.setup()
  startPage(load)
  expect(document.title).toBe(`${login.title} · Hội`)
  expect(load).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText(email), 'lan@congty.vn')
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  await user.type(screen.getByLabelText(password), 'mat-khau-8')
  await user.click(screen.getByLabelText(login.remember))
  expect(begin).not.toHaveBeenCalled()
  await user.click(submit())
  expect(begin).toHaveBeenCalledOnce()
  expect(load).toHaveBeenCalledOnce()
  expect(typedIntoPage()).toEqual({
    values: { email: 'lan@congty.vn', password: 'mat-khau-8', remember: false },
    isSent: true,
    isLanguageFocused: false,
  })
  expect(screen.getByLabelText(email)).toBeDisabled()
  expect(submit()).toHaveAttribute('aria-busy', 'true')
})

test('a password manager that fills in and sends without a touch is served, too', async () => {
  startPage(load)
  fireEvent.input(screen.getByLabelText(email), { target: { value: 'lan@congty.vn' } })
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  fireEvent.submit(screen.getByLabelText(email))
  expect(begin).toHaveBeenCalledOnce()
})

test('the application that did not come is loaded again when the login is sent', async () => {
  load.mockRejectedValueOnce(new Error('offline'))
  startPage(load)
  fireEvent.focusIn(screen.getByLabelText(email))
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  await Promise.resolve()
  fireEvent.submit(screen.getByLabelText(email))
  await waitFor(() => expect(begin).toHaveBeenCalledOnce())
})

test('the password can be looked at', async () => {
  startPage(load)
  const field = screen.getByLabelText(password)
  await userEvent.click(screen.getByRole('button', { name: showPassword }))
  expect(field).toHaveAttribute('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: showPassword }))
  expect(field).toHaveAttribute('type', 'password')
})

test('a change of the language keeps the typed text', async () => {
  startPage(load)
  await userEvent.type(screen.getByLabelText(email), 'lan@congty.vn')
  await userEvent.click(screen.getByRole('button', { name: 'English' }))
  expect(begin).toHaveBeenCalledOnce()
  expect(localStorage.getItem('lang')).toBe('en')
  expect(typedIntoPage()).toMatchObject({
    values: { email: 'lan@congty.vn' },
    isSent: false,
    isLanguageFocused: true,
  })
})

test('typed text stays when the application cannot be loaded, and is sent with the next press', async () => {
  const reload = cameBy('navigate')
  load.mockRejectedValue(new Error('offline'))
  startPage(load)
  expect(screen.getByText(login.notLoaded)).not.toBeVisible()
  fireEvent.input(screen.getByLabelText(email), { target: { value: 'lan@congty.vn' } })
  fireEvent.submit(screen.getByLabelText(email))
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible())
  expect(screen.getByRole('alert')).toHaveTextContent(login.notLoaded)
  expect(screen.getByLabelText(email)).toBeEnabled()
  expect(submit()).toHaveFocus()
  expect(submit()).toHaveAttribute('aria-busy', 'false')
  expect(typedIntoPage()).toMatchObject({ values: { email: 'lan@congty.vn' }, isSent: false })
  expect(begin).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()

  load.mockImplementation(async () => afterPageLogin(begin))
  fireEvent.click(submit())
  await waitFor(() => expect(begin).toHaveBeenCalledOnce())
  expect(screen.getByText(login.notLoaded)).not.toBeVisible()
  expect(typedIntoPage()).toMatchObject({ isSent: true })
})

test('a page with nothing typed is loaded anew once when the application does not come', async () => {
  localStorage.setItem('auth', '{}')
  load.mockRejectedValue(new Error('gone'))
  const reload = cameBy('navigate')
  startPage(load)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())

  document.body.innerHTML = `<div id="first">${withLanguages}</div>`
  const again = cameBy('reload')
  startPage(load)
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible())
  expect(again).not.toHaveBeenCalled()
  expect(submit()).toBeEnabled()
})

test('a user who switched "remember me" off finds it off, and can switch it on', async () => {
  localStorage.setItem('auth', JSON.stringify({ isRemember: false }))
  load.mockRejectedValueOnce(new Error('offline'))
  cameBy('reload')
  startPage(load)
  expect(typedIntoPage()).toMatchObject({ values: { remember: false } })
  await waitFor(() => expect(screen.getByRole('alert')).toBeVisible())
  fireEvent.click(screen.getByLabelText(login.remember))
  expect(typedIntoPage()).toMatchObject({ values: { remember: true } })
})

test('no field has a name that would stand in an address', () => {
  expect(document.querySelectorAll('#first form [name]')).toHaveLength(0)
})

test.each([
  ['who is logged in', () => localStorage.setItem('auth', '{}')],
  ['who chose another language than the server knew of', () => localStorage.setItem('lang', 'en')],
])('%s gets the application at once', (_, given) => {
  given()
  startPage(load)
  expect(begin).toHaveBeenCalledOnce()
})

test('a login in another tab ends the one in the page', () => {
  startPage(load)
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  expect(begin).toHaveBeenCalled()
})

test('the files of the screen, in its language, are fetched beside the application by those who are logged in', () => {
  const screens: ScreenFiles = [
    ['^/event-management/?$', 'frame-a.js', 'event-texts.en-b.js', 'event-texts.vi-c.js'],
    ['^/money/?$', 'frame-a.js', 'money-d.js', 'money-e.css'],
  ]
  const linksAt = (path: string) => {
    window.history.replaceState(null, '', path)
    document.head.innerHTML = ''
    document.body.innerHTML = '<div id="first"></div>'
    startPage(load, screens)
    return [...document.head.querySelectorAll('link')].map(
      (link) => `${link.rel} ${link.getAttribute('href')}`,
    )
  }
  expect(linksAt('/event-management')).toEqual([])
  localStorage.setItem('auth', '{}')
  storeLanguage('vi')
  const ofList = ['modulepreload /frame-a.js', 'modulepreload /event-texts.vi-c.js']
  expect(linksAt('/event-management')).toEqual(ofList)
  expect(linksAt('/')).toEqual([])
  localStorage.setItem('auth', '{"profile":{"role":"COMMITTEE"}}')
  expect(linksAt('/')).toEqual(ofList)
  expect(linksAt('/money')).toEqual([
    'modulepreload /frame-a.js',
    'modulepreload /money-d.js',
    'preload /money-e.css',
  ])
  expect(linksAt('/nowhere')).toEqual([])
})
