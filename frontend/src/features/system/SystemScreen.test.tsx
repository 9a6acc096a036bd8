import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { formatDate } from '~/lib/dates'
import { chooseLanguage } from '~/lib/language'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import type { AuditEntry, Job, Mail, SystemState } from './queries'

const lane = (lane: components['schemas']['JobLane'], dead = 0) => ({
  lane,
  waiting: 0,
  running: 0,
  later: 0,
  dead,
  oldestDueAt: null,
})
const STATE: SystemState = {
  name: 'hoi',
  version: '0.1.0',
  commit: '3f2a1b0c9d8e',
  builtOn: '2026-11-19',
  sqlite: '3.51.3',
  lowestPostgres: '15',
  startedAt: '2026-11-20T02:00:00Z',
  database: { engine: 'SQLite 3.50.4', bytes: 1_500_000 },
  disk: { freeBytes: 80_000_000_000, minFreeBytes: 67_108_864 },
  files: { count: 1200, bytes: 2_400_000_000 },
  lanes: [lane('urgent'), lane('normal'), lane('bulk')],
  deadJobs: 0,
  outages: [],
  sockets: 3,
}
const JOB: Job = {
  id: 'j1',
  kind: 'registration.mailTicket',
  lane: 'normal',
  state: 'dead',
  attempts: 12,
  lastError: '550 <address> no such user',
  subject: 'a1',
  createdAt: '2026-11-20T02:00:00Z',
  runAt: '2026-11-20T03:00:00Z',
  triedAt: '2026-11-20T03:00:00Z',
}
const MAIL: Mail = {
  id: 'j1',
  recipient: 'lan@congty.vn',
  template: 'ticket',
  state: 'givenUp',
  attempts: 2,
  error: '550 no',
  createdAt: '2026-11-20T02:00:00Z',
  triedAt: '2026-11-20T03:00:00Z',
}
const ADMIN = { id: 'u2', fullName: 'Trần Văn Quản', email: 'quan@hoi.vn' }
const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: crypto.randomUUID(),
  action: 'loggedIn',
  actor: ADMIN,
  subject: { kind: 'account', id: 'u2', name: ADMIN.fullName },
  ip: '203.0.113.9',
  times: 1,
  createdAt: '2026-11-20T02:00:00Z',
  ...change,
})

/** The queries of the lists, in order. */
let asked: Record<string, string>[]
let jobs: Job[]
let state: SystemState

beforeEach(() => {
  loggedInAs({ role: 'ADMIN' })
  asked = []
  jobs = [JOB]
  state = STATE
  const query = (request: Request) => asked.push(Object.fromEntries(new URL(request.url).searchParams))
  server.use(
    http.get('/system', ({ response }) => response(200).json(ok(state))),
    http.get('/system/jobs', ({ request, response }) => {
      query(request)
      return response(200).json(ok({ items: jobs, total: jobs.length }))
    }),
    http.get('/system/mails', ({ request, response }) => {
      query(request)
      const items = request.url.includes('nobody') ? [] : [MAIL]
      return response(200).json(ok({ items, total: items.length }))
    }),
    http.get('/users', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
  )
})

/** The audit log answers these entries. */
function logged(entries: AuditEntry[]) {
  server.use(
    http.get('/system/audit', ({ request, response }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return response(200).json(ok({ items: entries, total: entries.length }))
    }),
  )
}

test('the overview says that all is well, and how much room is left', async () => {
  await renderApp('/system')
  expect(await screen.findByText('Everything works')).toBeVisible()
  expect(screen.getByText('SQLite 3.50.4')).toBeVisible()
  expect(screen.getByText('74.5 GB')).toBeVisible()
  expect(screen.getByText('1.4 MB')).toBeVisible()
  expect(screen.getByText('1200 files, 2.2 GB')).toBeVisible()
})

test('the overview names the commit, its day and the engines, or says that the build did not know', async () => {
  const app = await renderApp('/system')
  expect(await screen.findByText('3f2a1b0c9d8e')).toBeVisible()
  expect(screen.getByText(formatDate('2026-11-19T12:00:00Z'))).toBeVisible()
  expect(screen.getByText('SQLite 3.51.3 (built in), PostgreSQL 15 or newer')).toBeVisible()
  state = { ...STATE, commit: null, builtOn: null }
  await app.refetch('system')
  expect(screen.getAllByText('Unknown')).toHaveLength(2)
})

test('the overview names the problems, and refetches by itself', async () => {
  state = {
    ...STATE,
    deadJobs: 2,
    disk: { freeBytes: 67_108_863, minFreeBytes: 67_108_864 },
    outages: [{ service: 'mail', since: '2026-11-20T02:00:00Z', reason: '535 wrong login' }],
  }
  const app = await renderApp('/system')
  expect(await screen.findByText('2 jobs were given up')).toBeVisible()
  expect(screen.getByText('Too little free space')).toBeVisible()
  expect(screen.getByText(/535 wrong login/)).toBeVisible()
  expect(screen.queryByText('Everything works')).toBeNull()
  // Exactly the least is enough.
  state = { ...STATE, disk: { freeBytes: 67_108_864, minFreeBytes: 67_108_864 } }
  await app.refetch('system')
  expect(screen.getByText('Everything works')).toBeVisible()
})

test('a dead job is tried again after a question', async () => {
  const retried: unknown[] = []
  server.use(
    http.post('/system/jobs/{id}/retry', ({ params, response }) => {
      retried.push(params.id)
      jobs = []
      return response(200).json(ok({ retried: 1 }, ['1 job is tried again now.']))
    }),
  )
  const { user } = await renderApp('/system?tab=jobs')
  const row = await screen.findByRole('row', { name: /Mail with a ticket/ })
  expect(row).toHaveTextContent(/Given up.*550 <address> no such user.*12/)
  await user.click(within(row).getByRole('button', { name: 'Try again' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(retried).toEqual([])
  await user.click(within(row).getByRole('button', { name: 'Try again' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 job is tried again now.')).toBeVisible()
  expect(await screen.findByText('No dead jobs: all is well')).toBeVisible()
  expect(retried).toEqual(['j1'])
})

test('all dead jobs are tried again at once, and a refusal is shown', async () => {
  server.use(
    http.post('/system/jobs/retry-dead', ({ response }) =>
      response('default').json(refused(5003, ['The database is busy.']), { status: 503 }),
    ),
  )
  const { user } = await renderApp('/system?tab=jobs')
  await user.click(await screen.findByRole('button', { name: 'Try all again' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Try all again' }))
  expect(await screen.findByText('The database is busy.')).toBeVisible()
})

test('the filters of jobs stand in the address; an unknown kind is shown by its name', async () => {
  jobs = [{ ...JOB, kind: 'groups.mailInvitation', state: 'waiting', lastError: null }]
  await renderApp('/system?tab=jobs&state=waiting&kind=registration.mailTicket&page=1')
  expect(await screen.findByText('groups.mailInvitation')).toBeVisible()
  expect(asked[0]).toEqual({ state: 'waiting', kind: 'registration.mailTicket', page: '1', limit: '20' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('the mail log is searched and filtered', async () => {
  const app = await renderApp('/system?tab=mails&state=givenUp&template=ticket')
  const row = await screen.findByRole('row', { name: /lan@congty.vn/ })
  expect(row).toHaveTextContent(/Ticket.*Given up.*550 no.*2/)
  expect(asked[0]).toEqual({ state: 'givenUp', template: 'ticket', page: '1', limit: '20' })
  await app.user.type(screen.getByRole('searchbox', { name: 'Search by recipient' }), 'nobody')
  expect(await screen.findByText('No mail found')).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ search: 'nobody', state: 'givenUp' })
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(app.router.state.location.search).toEqual({ tab: 'mails' }))
})

test('the audit log names actor, action and object', async () => {
  logged([
    entry({}),
    entry({
      action: 'loginFailed',
      actor: null,
      subject: { kind: 'account', id: 'u1', name: 'Lan' },
      times: 8,
    }),
    entry({ action: 'jobsRetried', subject: null, times: 3 }),
    entry({
      action: 'accountCreated',
      actor: null,
      ip: null,
      subject: { kind: 'account', id: 'u3', name: 'An' },
    }),
    entry({ action: 'privateFileRead', subject: { kind: 'file', id: 'f1', name: null } }),
  ])
  await renderApp('/system?tab=audit')
  await screen.findByRole('table')
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows[1]).toMatch(/Logged inTrần Văn Quảnquan@hoi.vn–203.0.113.9/)
  expect(rows[2]).toMatch(/Failed login · 8 times–Lan/)
  expect(rows[3]).toMatch(/Had jobs tried again · 3 timesTrần Văn Quản.*All that were given up/)
  expect(rows[4]).toMatch(/Created an accountThe programAn–/)
  expect(rows[5]).toMatch(/Read a private file.*A private file/)
})

test('the filters of the audit log stand in the address; days are those of Vietnam', async () => {
  logged([])
  server.use(
    http.get('/users/{id}/activity', ({ response }) =>
      response(200).json(
        ok({
          fullName: ADMIN.fullName,
          email: ADMIN.email,
          createdAt: '2026-11-01T02:00:00Z',
          lastSeenAt: null,
          sessions: 0,
          events: 0,
          plans: 0,
          entries: { items: [], total: 0 },
        }),
      ),
    ),
  )
  const app = await renderApp(
    '/system?tab=audit&action=loggedIn,loginFailed&actor=u2&ip=203.0.113&from=2026-11-20&to=2026-11-20',
  )
  expect(await screen.findByText('Nothing found')).toBeVisible()
  expect(asked[0]).toEqual({
    action: 'loggedIn,loginFailed',
    actor: 'u2',
    ip: '203.0.113',
    from: '2026-11-19T17:00:00.000Z',
    until: '2026-11-20T17:00:00.000Z',
    page: '1',
    limit: '20',
  })
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Who did it' })).toHaveValue('Trần Văn Quản · quan@hoi.vn'),
  )
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(app.router.state.location.search).toEqual({ tab: 'audit' }))
})

test('speaks Vietnamese and is a list of cards on a phone', async () => {
  onPhone()
  logged([entry({ action: 'secondFactorSet' })])
  chooseLanguage('vi')
  await renderApp('/system?tab=audit')
  const cards = within(await screen.findByRole('list', { name: 'Nhật ký kiểm toán' })).getAllByRole(
    'listitem',
  )
  expect(cards[0]).toHaveTextContent(/Bật đăng nhập hai bước.*AiTrần Văn Quản/)
  chooseLanguage('en')
})

test('the activity of an account is shown beside the list of accounts', async () => {
  server.use(
    http.get('/users', ({ response }) =>
      response(200).json(
        ok({
          items: [
            {
              ...ADMIN,
              phone: '0901234567',
              country: null,
              company: 'Hội',
              role: 'ADMIN' as const,
              avatar: null,
              eventLimit: -1,
              dailyMails: null,
              isActive: true,
              isEmailVerified: true,
              hasSecondFactor: false,
              version: 1,
              createdAt: '2026-11-01T02:00:00Z',
              lastSeenAt: '2026-11-20T02:00:00Z',
            },
          ],
          total: 1,
        }),
      ),
    ),
    http.get('/users/{id}/activity', ({ params, response }) => {
      expect(params.id).toBe('u2')
      return response(200).json(
        ok({
          fullName: ADMIN.fullName,
          email: ADMIN.email,
          createdAt: '2026-11-01T02:00:00Z',
          lastSeenAt: '2026-11-20T02:00:00Z',
          sessions: 2,
          events: 7,
          plans: 1,
          entries: {
            items: [
              entry({ action: 'planCreated', subject: { kind: 'plan', id: 'p1', name: 'Gói Đồng' } }),
              entry({ action: 'accountChanged', actor: { ...ADMIN, id: 'u9', fullName: 'Lê Bình' } }),
            ],
            total: 2,
          },
        }),
      )
    }),
  )
  const { user } = await renderApp('/committee-management')
  await user.click(await screen.findByRole('button', { name: 'Actions for Trần Văn Quản' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Activity' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Activity of Trần Văn Quản' }))
  expect(await drawer.findByText('Created a plan: Gói Đồng')).toBeVisible()
  const changed = drawer.getByText('Changed an account').closest('li')
  expect(changed).toHaveTextContent(/by Lê Bình · 203.0.113.9/)
  expect(drawer.getByText('7')).toBeVisible()
})
