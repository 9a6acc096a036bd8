import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { session } from '~/lib/session'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, server } from '~/test/server'
import { DEFAULT_AVATAR } from './UserMenu'

const menu = () => screen.getByRole('navigation', { name: 'Main menu' })
const links = () =>
  within(menu())
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

describe('menu', () => {
  test('COMMITTEE: events, participants, a heading with three entries, notifications', async () => {
    loggedInAs({ role: 'COMMITTEE' })
    const { user } = await renderApp('/event-management')
    expect(links()).toEqual([
      '/event-management',
      '/participant-management',
      '/money',
      '/my-feed',
      '/my-group',
      '/discovery',
      '/notifications',
    ])
    expect(within(menu()).getByRole('link', { current: 'page' })).toHaveTextContent('Events')
    const heading = within(menu()).getByRole('button', { name: 'Groups' })
    await user.click(heading)
    expect(heading).toHaveAttribute('aria-expanded', 'false')
  })

  test('every screen of an event is among the events', async () => {
    loggedInAs({ role: 'COMMITTEE' })
    await renderApp('/participant-management/e1')
    expect(within(menu()).getByRole('link', { current: 'page' })).toHaveTextContent('Events')
  })

  test('says how many things in groups wait, beside the entry of the groups', async () => {
    loggedInAs({ role: 'COMMITTEE' })
    let waitingCount = 3
    server.use(http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, waitingCount }))))
    const { refetch } = await renderApp('/event-management')
    const entry = await within(menu()).findByRole('link', { name: 'My groups, 3 wait for you' })
    expect(entry).toHaveTextContent(/My groups 3$/)
    waitingCount = 0
    await refetch()
    expect(await within(menu()).findByRole('link', { name: 'My groups' })).toHaveTextContent(/My groups$/)
  })

  test('any other role: the five administration screens in order, then the system', async () => {
    loggedInAs({ role: 'ADMIN' })
    await renderApp('/dashboard')
    expect(links()).toEqual([
      '/dashboard',
      '/committee-management',
      '/event-management',
      '/group-management',
      '/plan-management',
      '/system',
    ])
    expect(within(menu()).getByRole('link', { current: 'page' })).toHaveTextContent('Dashboard')
  })
})

test.each(['/lucky-draw', '/lucky-draw/7', '/verify-email/x'])('hidden on %s', async (path) => {
  loggedInAs()
  server.use(
    http.post('/auth/verify-email/{token}', ({ response }) => response(200).json(ok({ login: null }))),
  )
  await renderApp(path)
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
})

test('hidden without a login, also on a page that does not exist', async () => {
  const { path } = await renderApp('/nope')
  expect(await screen.findByText('There is no such page')).toBeVisible()
  expect(path()).toBe('/nope')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('shows logo, picture and name, with fallbacks', async () => {
  loggedInAs({ appLogo: '/files/broken.png', avatar: null })
  await renderApp('/event-management')
  const sidebar = within(screen.getByRole('complementary'))
  const logo = sidebar.getByAltText('Hội')
  expect(logo).toHaveAttribute('src', '/files/broken.png')
  logo.dispatchEvent(new Event('error'))
  await waitFor(() => expect(logo).toHaveAttribute('src', '/favicon.svg'))
  const user = sidebar.getByRole('button', { name: /Nguyễn Thị Lan/ })
  expect(user.querySelector('img')).toHaveAttribute('src', DEFAULT_AVATAR)
})

describe('popover', () => {
  async function opened() {
    loggedInAs()
    const app = await renderApp('/event-management')
    await app.user.click(screen.getByRole('button', { name: /Nguyễn Thị Lan/ }))
    await screen.findByRole('menuitem', { name: 'Log out' })
    return app
  }

  test('switches the language, also for the next visit', async () => {
    const { user } = await opened()
    await user.click(screen.getByRole('menuitem', { name: 'Tiếng Việt' }))
    expect(await screen.findByRole('heading', { name: 'Sự kiện' })).toBeVisible()
    expect(localStorage.getItem('lang')).toBe('vi')
    expect(document.documentElement).toHaveAttribute('lang', 'vi')
  })

  test('opens the profile', async () => {
    const { user, path } = await opened()
    await user.click(screen.getByRole('menuitem', { name: 'Profile' }))
    await waitFor(() => expect(path()).toBe('/profile'))
  })

  test('logs out after ok: everything forgotten, server told, login shown', async () => {
    const told: unknown[] = []
    server.use(
      http.post('/auth/logout', async ({ request, response }) => {
        told.push(await request.json())
        return response(200).json(ok({}))
      }),
    )
    const { user, path } = await opened()
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
    await user.click(await screen.findByRole('button', { name: 'OK' }))
    await waitFor(() => expect(path()).toMatch(/^\/auth\/login/))
    expect(await screen.findByText('Logout successfully!')).toBeVisible()
    expect(localStorage.getItem('auth')).toBeNull()
    expect(document.cookie).toBe('lang=en')
    await waitFor(() => expect(told).toEqual([{ refreshToken: 'refresh-1' }]))
  })

  test('stays after cancel', async () => {
    const { user, path } = await opened()
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(path()).toBe('/event-management')
    expect(session().loggedIn).toBe(true)
  })
})

describe('on a narrow screen', () => {
  async function narrow() {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query === '(max-width: 1024px)',
          media: query,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    )
    loggedInAs()
    const app = await renderApp('/profile')
    const sidebar = screen.getByLabelText('Sidebar')
    return { ...app, sidebar }
  }

  test('the toggle slides it in with the focus inside, and Escape out again', async () => {
    const { user, sidebar } = await narrow()
    expect(sidebar).toHaveAttribute('inert')
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    expect(sidebar).not.toHaveAttribute('inert')
    expect(sidebar).toContainElement(document.activeElement as HTMLElement)
    await user.keyboard('{Escape}')
    expect(sidebar).toHaveAttribute('inert')
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus()
  })

  test.each([
    ['nowhere', () => (document.activeElement as HTMLElement).blur()],
    ['on its button', () => screen.getByRole('button', { name: 'Close menu' }).focus()],
  ])('Escape closes it, too, when the focus is %s', async (_, move) => {
    const { user, sidebar } = await narrow()
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    act(move)
    await user.keyboard('{Escape}')
    expect(sidebar).toHaveAttribute('inert')
    expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus()
  })

  test('the closed menu says how many things wait in groups', async () => {
    const { user, refetch } = await narrow()
    server.use(http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, waitingCount: 120 }))))
    await refetch()
    const name = 'Open menu. My groups, 120 wait for you'
    const toggle = await screen.findByRole('button', { name })
    expect(toggle.parentElement).toHaveTextContent('99+')
    await user.click(toggle)
    // The open menu has the number itself.
    expect(screen.getByRole('button', { name: 'Close menu' })).toBe(toggle)
    expect(screen.getByRole('link', { name: 'My groups, 120 wait for you' })).toBeVisible()
  })

  test('a click on the content closes it and does nothing else', async () => {
    const { user, sidebar } = await narrow()
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await user.click(screen.getByRole('tab', { name: 'My information' }))
    expect(sidebar).toHaveAttribute('inert')
    expect(screen.getByRole('tab', { name: 'General information' })).toHaveAttribute('aria-selected', 'true')
  })
})
