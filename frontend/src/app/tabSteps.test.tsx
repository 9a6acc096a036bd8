import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { ASKED } from '~/features/data-requests/fixtures'
import { groupOf } from '~/features/groups/fixtures'
import { DUC, HOA, serverHasPeople } from '~/features/participants/fixtures'
import { emptyState, POST, serverHasGroup } from '~/features/posts/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'

const PEOPLE = '/participant-management/ev1'
const MONEY = ['/money', '/event-management/ev1/money']

const NONE = { amount: 0, count: 0 }
const OWED: components['schemas']['Money'] = {
  received: NONE,
  due: NONE,
  surplus: NONE,
  refunds: NONE,
  returned: NONE,
  waiting: { amount: 249_000, count: 1 },
  events: [],
  byDay: [],
  byWay: [],
}
const TRANSFER: components['schemas']['Transfer'] = {
  id: 'tr1',
  accountId: 'b1',
  account: 'MB 0123',
  amount: 249_000,
  arrivedAt: '2026-11-20T01:00:00Z',
  content: 'thanks',
  payer: 'NGUYEN VAN AN',
  payerAccount: null,
  way: 'webhook',
  state: 'waiting',
  reason: 'unknown',
  suggestion: null,
  split: [],
  named: [],
  proposal: null,
  payments: [],
  difference: null,
  decidedByName: null,
  decidedAt: null,
}

const SYSTEM: components['schemas']['SystemState'] = {
  name: 'hoi',
  version: '0.1.0',
  commit: null,
  builtOn: null,
  sqlite: '3.51.3',
  lowestPostgres: '15',
  startedAt: '2026-11-20T02:00:00Z',
  database: { engine: 'SQLite 3.51.3', bytes: 1_500_000 },
  disk: { freeBytes: 80_000_000_000, minFreeBytes: 67_108_864 },
  files: { count: 1200, bytes: 2_400_000_000 },
  lanes: [],
  deadJobs: 0,
  outages: [],
  sockets: 3,
}

beforeEach(() => {
  loggedInAs()
  serverHasPeople([DUC, HOA])
  serverHasGroup({ ...emptyState(), group: groupOf({ myRole: 'manager' }) })
  server.use(
    http.get('/event/{eventId}/data-requests', ({ response }) =>
      response(200).json(ok({ items: [ASKED], total: 1, open: 1 })),
    ),
    http.get('/money', ({ response }) => response(200).json(ok(OWED))),
    http.get('/bank-accounts', ({ response }) => response(200).json(ok({ accounts: [], named: [] }))),
    http.get('/event/{eventId}/money', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ ...OWED, byClass: [], refundsDecided: 0, account: null }))),
    ),
    http.get('/event/{eventId}/invoices', ({ response }) =>
      response(200).json(ok({ items: [], total: 0, waiting: 0, unpaid: 0, issued: 0 })),
    ),
    http.get('/event/{eventId}/payment-reminders', ({ response }) =>
      response(200).json(ok({ recipients: 2, remindedLately: 0, leftToday: 20_000 })),
    ),
    http.get('/notification', ({ response }) =>
      response(200).json(ok({ items: [], nextCursor: null, unread: 0 })),
    ),
    http.get('/system', ({ response }) => response(200).json(ok(SYSTEM))),
    http.get('/system/jobs', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
    http.get('/group/feed', ({ response }) => response(200).json(ok({ items: [POST], nextCursor: null }))),
    // Three pages of each state.
    http.get('/transfers', ({ query, response }) =>
      response(200).json(ok({ items: [{ ...TRANSFER, state: query.get('state') ?? 'waiting' }], total: 45 })),
    ),
  )
})

type Kind = 'tab' | 'radio'

const isChosen = (kind: Kind, name: string) => {
  const choice = screen.getByRole(kind, { name })
  return choice instanceof HTMLInputElement ? choice.checked : choice.getAttribute('aria-selected') === 'true'
}

interface Step {
  path: string
  kind: Kind
  /** The file with the tabs, in `features`. */
  file: string
  former: string
  next: string
  role?: 'ADMIN'
}

const STEPS: Step[] = [
  ...MONEY.map((path) => ({
    path,
    kind: 'radio' as const,
    file: 'money/DecisionList.tsx',
    former: 'To decide',
    next: 'Matched',
  })),
  {
    path: '/event-management/ev1/data-requests',
    kind: 'radio',
    file: 'data-requests/DataRequestList.tsx',
    former: 'Waiting (1)',
    next: 'Closed',
  },
  {
    path: PEOPLE,
    kind: 'tab',
    file: 'participants/list/ParticipantsScreen.tsx',
    former: 'Participants',
    next: 'VIP',
  },
  {
    path: `${PEOPLE}?person=a2`,
    kind: 'tab',
    file: 'participants/details/ParticipantDrawer.tsx',
    former: 'Profile',
    next: 'Guests',
  },
  {
    path: '/profile',
    kind: 'tab',
    file: 'accounts/ProfileScreen.tsx',
    former: 'General information',
    next: 'My information',
  },
  {
    path: '/notifications',
    kind: 'tab',
    file: 'notifications/NotificationsScreen.tsx',
    former: 'Notifications',
    next: 'Settings',
  },
  {
    path: '/system',
    kind: 'tab',
    file: 'system/SystemScreen.tsx',
    former: 'Overview',
    next: 'Jobs',
    role: 'ADMIN',
  },
  {
    path: '/lucky-draw',
    kind: 'tab',
    file: 'lucky-draw/ChooseScreen.tsx',
    former: 'Choose an event',
    next: 'Paste a list',
  },
  {
    path: '/my-group/g1',
    kind: 'tab',
    file: 'groups/page/GroupScreen.tsx',
    former: 'Discussion',
    next: 'Review posts',
  },
]

const SOURCES = import.meta.glob<string>(['../features/**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('every screen with tabs is in the table', () => {
  const withTabs = Object.entries(SOURCES).filter(([, source]) => /<Tabs\b(?!\.)/.test(source))
  const files = withTabs.map(([path]) => path.replace('../features/', ''))
  expect(files.length).toBeGreaterThan(5)
  const listed = STEPS.map(({ file }) => file)
  expect(files.filter((file) => !listed.includes(file))).toEqual([])
})

test.each(STEPS)('$path: Back leads to the tab before', async ({ path, kind, former, next, role }) => {
  if (role) loggedInAs({ role })
  const { user, router } = await renderApp(path)
  await user.click(await screen.findByRole(kind, { name: next }))
  await waitFor(() => expect(isChosen(kind, next)).toBe(true))
  act(() => router.history.back())
  await waitFor(() => expect(isChosen(kind, former)).toBe(true))
  expect(isChosen(kind, next)).toBe(false)
})

test.each(MONEY)('%s: a page is no step', async (path) => {
  const { user, router } = await renderApp(path)
  await user.click(await screen.findByRole('radio', { name: 'Matched' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ state: 'used' }))
  await user.click(await screen.findByRole('button', { name: 'Page 2' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ state: 'used', page: 2 }))
  act(() => router.history.back())
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(isChosen('radio', 'To decide')).toBe(true)
})

test('the order of the feed is no step', async () => {
  const { user, router } = await renderApp('/notifications')
  await screen.findByRole('tab', { name: 'Settings' })
  await act(() => router.navigate({ to: '/my-feed' }))
  await user.click(await screen.findByRole('radio', { name: 'Recently active' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'active' }))
  act(() => router.history.back())
  await waitFor(() => expect(router.state.location.pathname).toBe('/notifications'))
})

test('a search among the participants is no step', async () => {
  const { user, router } = await renderApp(PEOPLE)
  await user.click(await screen.findByRole('tab', { name: 'VIP' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'vip' }))
  await user.click(await screen.findByRole('searchbox'))
  await user.paste('hoa')
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'vip', search: 'hoa' }))
  act(() => router.history.back())
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('after the form of a participant, Back does not open it again', async () => {
  const { user, router } = await renderApp(PEOPLE)
  await user.click(await screen.findByRole('button', { name: /^Nguyễn Văn Đức/ }))
  const panel = within(await screen.findByRole('dialog', { name: 'Nguyễn Văn Đức' }))
  await user.click(panel.getByRole('button', { name: 'Edit' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ person: 'a1', panel: 'edit' }))
  await user.click(panel.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ person: 'a1' }))
  act(() => router.history.back())
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})
