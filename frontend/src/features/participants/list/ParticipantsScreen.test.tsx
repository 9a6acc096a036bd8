import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { RIGHTS } from '~/features/events/fixtures'
import { session } from '~/lib/session'
import { keepTypedAt } from '~/lib/typed'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, NO_FIGURES, ok, refused, server } from '~/test/server'
import { DUC, HOA } from '../fixtures'
import type { Participant } from '../queries'

const PATH = '/participant-management/ev1'

const TICKET = {
  id: 't1',
  name: 'Vé thường',
  description: null,
  price: 250_000,
  quantity: 100,
  sold: 60,
  remaining: 40,
  isHidden: false,
  sortOrder: 0,
  invitationCode: null,
  timesUsed: 0,
  version: 1,
}

/** The queries of the list itself, without those that only count for the tabs. */
let listed: URLSearchParams[]
let people: Participant[]
let event: object

beforeEach(() => {
  loggedInAs()
  listed = []
  people = [DUC, HOA]
  event = {
    id: 'ev1',
    title: 'Đêm hội Trăng Rằm',
    status: 'open',
    isCancelled: false,
    rights: RIGHTS,
    eventForm: { scheme: [] },
  }
  server.use(
    http.get('/event/{eventId}', ({ response }) => response.untyped(HttpResponse.json(ok(event)))),
    http.get('/event/{eventId}/tickets', ({ response }) => response.untyped(HttpResponse.json(ok([TICKET])))),
    http.get('/event/{eventId}/attendances', ({ request, response }) => {
      const query = new URL(request.url).searchParams
      const type = query.get('participationType')
      const payment = query.get('paymentStatus')
      const items = people.filter(
        ({ participationType, paymentStatus }) =>
          (!type || participationType === type) && (!payment || paymentStatus === payment),
      )
      const total = query.get('page') === '1' && query.get('limit') === '1' ? items.length : 45
      if (query.get('limit') !== '1') listed.push(query)
      const found = query.get('search') === 'nobody' ? [] : items
      return response(200).json(
        ok({ items: found, total: found.length === 0 ? 0 : total, checkedIn: found.length === 0 ? 0 : 1 }),
      )
    }),
    http.get('/event/{eventId}/attendances/{id}/history', ({ response }) =>
      response(200).json(ok({ items: [], nextCursor: null })),
    ),
    http.get('/event/{eventId}/invitation-codes', ({ response }) =>
      response(200).json(ok({ items: [], total: 0 })),
    ),
    http.get('/event/{eventId}/checkin-conflicts', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/attendances/{id}', ({ params, response }) =>
      response(200).json(ok(people.find(({ id }) => id === params.id) ?? DUC)),
    ),
  )
})

const lastQuery = () => Object.fromEntries(listed.at(-1) ?? [])
const address = (app: Awaited<ReturnType<typeof renderApp>>) => app.router.state.location.search
const table = () => screen.findByRole('table', { name: 'Participants' })
const row = async (name: string) => {
  const cell = await screen.findByText(name)
  return within(cell.closest('tr') as HTMLElement)
}

describe('the list', () => {
  test('shows everyone with words for every status, and counts on the chips', async () => {
    server.use(
      http.get('/statistic/overview', ({ response }) =>
        response(200).json(ok({ ...NO_FIGURES, moneyDue: 250_000 })),
      ),
    )
    await renderApp(PATH)
    const duc = await row('Nguyễn Văn Đức')
    expect(duc.getByText('Unpaid')).toBeVisible()
    expect(duc.getByText('Checked in 19:02')).toBeVisible()
    const hoa = await row('Trần Thị Hoa')
    expect(hoa.getByText('Paid')).toBeVisible()
    expect(hoa.getByText('VIP')).toBeVisible()
    expect(hoa.getByText('Not checked in')).toBeVisible()
    const counts = ['All 2', 'Unpaid 1 · ₫250K', 'Not checked in 1', 'Checked in 1']
    const chips = within(screen.getByRole('group', { name: 'Filter the list' }))
    await waitFor(() =>
      expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(counts),
    )
    expect(screen.getByText('2 participants, 1 checked in')).toBeVisible()
  })

  test('has a chip for VIPs on a phone, also before there is a VIP', async () => {
    people = [DUC]
    onPhone()
    const app = await renderApp(PATH)
    const chips = within(await screen.findByRole('group', { name: 'Filter the list' }))
    await app.user.click(await chips.findByRole('button', { name: 'VIP' }))
    expect(await screen.findByText('No VIPs yet')).toBeVisible()
    expect(address(app)).toEqual({ tab: 'vip' })
    await app.user.click(chips.getByRole('button', { name: /^All/ }))
    expect(await screen.findByText('Nguyễn Văn Đức')).toBeVisible()
    expect(address(app)).toEqual({})
  })

  test('stands beside tickets and VIPs, also before there is a VIP', async () => {
    people = [DUC]
    const app = await renderApp(`${PATH}?tab=tickets`)
    const tabs = within(await screen.findByRole('tablist', { name: 'Lists of this event' }))
    expect(tabs.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Participants',
      'Tickets',
      'VIP',
    ])
    expect(tabs.getByRole('tab', { selected: true })).toHaveTextContent('Tickets')
    await app.user.click(tabs.getByRole('tab', { name: 'VIP' }))
    expect(await screen.findByText('No VIPs yet')).toBeVisible()
    expect(address(app)).toEqual({ tab: 'vip' })
    await app.user.click(screen.getByRole('tab', { name: 'Participants' }))
    expect(await row('Nguyễn Văn Đức')).toBeTruthy()
    expect(address(app)).toEqual({})
  })

  test('without participants gives advice', async () => {
    people = []
    const app = await renderApp(PATH)
    expect(await screen.findByText('Nobody has registered yet')).toBeVisible()
    await app.user.click(screen.getAllByRole('button', { name: 'Add participant' }).at(-1) as HTMLElement)
    expect(await screen.findByRole('dialog', { name: 'Add participant' })).toBeVisible()
  })

  test('that cannot be loaded offers to try again', async () => {
    let fails = true
    server.use(
      http.get('/event/{eventId}/attendances', ({ response }) =>
        fails
          ? response('default').json(refused(5000, ['Broken.']), { status: 500 })
          : response(200).json(ok({ items: [DUC], total: 1, checkedIn: 1 })),
      ),
    )
    const app = await renderApp(PATH)
    expect(await screen.findByText('Broken.')).toBeVisible()
    fails = false
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nguyễn Văn Đức')).toBeVisible()
  })

  test("another organiser's event is not shown", async () => {
    server.use(
      http.get('/event/{eventId}', ({ response }) =>
        response('default').json(refused(5016, ['No.']), { status: 403 }),
      ),
    )
    await renderApp(PATH)
    expect(await screen.findByText('You are not allowed to see this')).toBeVisible()
    expect(screen.queryByRole('search')).toBeNull()
  })
})

describe('search and filters', () => {
  test('search while typing asks the server once and stands in the address', async () => {
    const app = await renderApp(PATH)
    await table()
    await app.user.click(screen.getByRole('searchbox'))
    await app.user.paste('duc')
    await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'duc', page: '1' }))
    expect(listed).toHaveLength(2)
    expect(address(app)).toEqual({ search: 'duc' })
  })

  test('a click on a column head sorts, stands in the address and drops the page of an old address', async () => {
    const app = await renderApp(`${PATH}?page=2&type=VIP`)
    const click = async () => app.user.click(await screen.findByRole('button', { name: 'Full name' }))
    await click()
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'fullName', page: '1' }))
    expect(lastQuery()).not.toHaveProperty('order')
    await click()
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'fullName', order: 'desc' }))
    expect(address(app)).toEqual({ type: 'VIP', sort: 'fullName', order: 'desc' })
    expect(screen.getByRole('columnheader', { name: 'Full name' })).toHaveAttribute('aria-sort', 'descending')
    await click()
    await waitFor(() => expect(address(app)).toEqual({ type: 'VIP' }))
  })

  test('the order in the address is queried, unless the list has no such order', async () => {
    await renderApp(`${PATH}?sort=checkedInTime&order=desc`)
    await table()
    expect(lastQuery()).toMatchObject({ sort: 'checkedInTime', order: 'desc' })
    await renderApp(`${PATH}?sort=timesUsed`)
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('sort'))
  })

  test('the filters in the address are queried and shown', async () => {
    const app = await renderApp(`${PATH}?search=0912&type=VIP&payment=paid&checkin=out&ticket=t1&page=2`)
    await screen.findByText('Trần Thị Hoa')
    expect(lastQuery()).toEqual({
      search: '0912',
      participationType: 'VIP',
      paymentStatus: 'paid',
      isFree: 'false',
      isCheckedIn: 'false',
      ticketId: 't1',
      limit: '100',
      page: '1',
    })
    expect(screen.getByRole('searchbox')).toHaveValue('0912')
    expect(screen.getByRole('button', { name: /^Not checked in/ })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('button', { name: 'Remove the filter Payment: Paid' })).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Remove the filter Ticket class: Vé thường' }))
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('ticketId'))
  })

  test('nonsense in the address is left out', async () => {
    const app = await renderApp(`${PATH}?type=KING&payment=maybe&page=-3&tab=secret`)
    await table()
    expect(lastQuery()).toEqual({ limit: '100', page: '1' })
    expect(address(app)).toEqual({})
  })

  test('a filter drops the page of an old address and can be cleared', async () => {
    const app = await renderApp(`${PATH}?page=2`)
    await table()
    await app.user.click(screen.getByRole('button', { name: 'More filters' }))
    const more = within(await screen.findByRole('dialog', { name: 'More filters' }))
    await app.user.click(more.getByRole('combobox', { name: 'Payment' }))
    await app.user.click(await screen.findByRole('option', { name: 'Free' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ isFree: 'true', page: '1' }))
    expect(address(app)).toEqual({ payment: 'free' })
    await app.user.click(await screen.findByRole('button', { name: /^Unpaid/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ paymentStatus: 'unpaid', page: '1' }))
    expect(address(app)).toEqual({ payment: 'unpaid' })
    await app.user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address(app)).toEqual({}))
  })

  test('the guests of one person are named, and one press shows all participants again', async () => {
    const app = await renderApp(`${PATH}?invitedBy=a2`)
    const chip = await screen.findByRole('button', { name: 'Show not only guests of Trần Thị Hoa' })
    expect(chip).toHaveTextContent('Guests of Trần Thị Hoa')
    expect(lastQuery()).toMatchObject({ invitedBy: 'a2' })
    await app.user.click(chip)
    await waitFor(() => expect(address(app)).toEqual({}))
    expect(lastQuery()).not.toHaveProperty('invitedBy')
  })

  test('say how many match', async () => {
    await renderApp(`${PATH}?type=VIP`)
    await screen.findByText('Trần Thị Hoa')
    expect(screen.getByText('45 people')).toHaveAttribute('role', 'status')
  })

  test('without a match say so', async () => {
    await renderApp(`${PATH}?search=nobody`)
    expect(await screen.findByText('Nobody found')).toBeVisible()
  })
})

describe('deleting', () => {
  function serverDeletes() {
    const bodies: unknown[] = []
    server.use(
      http.post('/event/{eventId}/attendances/bulk', async ({ request, response }) => {
        bodies.push(await request.json())
        return response(200).json(ok({ done: 1, failed: [] }))
      }),
    )
    return bodies
  }

  test('asks first, and after "cancel" nothing happens', async () => {
    people = [DUC, { ...HOA, received: 250_000 }]
    const bodies = serverDeletes()
    const app = await renderApp(PATH)
    await table()
    await app.user.click(screen.getByRole('button', { name: 'Actions for Trần Thị Hoa' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Trần Thị Hoa?' }))
    expect(dialog.getByText(/You have received ₫250,000 from this person/)).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies).toEqual([])
    expect(screen.getByText('Trần Thị Hoa')).toBeVisible()
  })
})

describe('the VIP tab', () => {
  function serverChecksIn() {
    const bodies: unknown[] = []
    server.use(
      http.post('/event/checkin', async ({ request, response }) => {
        const body = await request.json()
        bodies.push(body)
        people = [DUC, { ...HOA, checkedInTime: body.checkedIn ? '2026-11-20T12:30:00Z' : null }]
        return response.untyped(HttpResponse.json({ code: 2001, data: {}, messages: ['Done.'] }))
      }),
    )
    return bodies
  }

  test('lists VIPs only, and toggles their check-in both ways after a question', async () => {
    const bodies = serverChecksIn()
    const app = await renderApp(`${PATH}?tab=vip`)
    const toggle = await screen.findByRole('switch', { name: 'Trần Thị Hoa is present' })
    expect(screen.queryByText('Nguyễn Văn Đức')).toBeNull()
    expect(toggle).not.toBeChecked()

    await app.user.click(toggle)
    await app.user.click(
      within(await screen.findByRole('dialog', { name: 'Check in this VIP?' })).getByRole('button', {
        name: 'Check in',
      }),
    )
    await waitFor(() => expect(screen.getByRole('switch')).toBeChecked())

    await app.user.click(screen.getByRole('switch'))
    const undo = within(await screen.findByRole('dialog', { name: 'Undo this VIP’s check-in?' }))
    await app.user.click(undo.getByRole('button', { name: 'Undo check-in' }))
    await waitFor(() => expect(screen.getByRole('switch')).not.toBeChecked())
    expect(bodies).toEqual([
      { eventId: 'ev1', attendanceId: 'a2', checkedIn: true },
      { eventId: 'ev1', attendanceId: 'a2', checkedIn: false },
    ])
  })

  test('leaves them as they are after "cancel"', async () => {
    const bodies = serverChecksIn()
    const app = await renderApp(`${PATH}?tab=vip`)
    await app.user.click(await screen.findByRole('switch'))
    await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await app.refetch()
    expect(screen.getByRole('switch')).not.toBeChecked()
    expect(bodies).toEqual([])
  })
})

test('more than a day before the event a check-in asks once, and a VIP in the same question', async () => {
  const soon = new Date(Date.now() + 23 * 24 * 3_600_000).toISOString()
  const bodies: unknown[] = []
  people = [{ ...DUC, checkedInTime: null, isCheckedIn: false }, HOA]
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ ...event, eventStartDate: soon }))),
    ),
    http.post('/event/checkin', async ({ request, response }) => {
      bodies.push(await request.json())
      return response.untyped(HttpResponse.json(ok({}, ['Done.'])))
    }),
  )
  const app = await renderApp(PATH)
  const checkIn = async (name: string) => {
    await app.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Check in' }))
  }
  await checkIn('Trần Thị Hoa')
  const ofVip = await screen.findByRole('dialog', { name: 'Check in this VIP?' })
  expect(ofVip).toHaveTextContent(/The event is 23 days away\. Trần Thị Hoa/)
  await app.user.click(within(ofVip).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await checkIn('Nguyễn Văn Đức')
  const question = await screen.findByRole('dialog', { name: 'The event is 23 days away' })
  expect(bodies).toEqual([])
  await app.user.click(within(question).getByRole('button', { name: 'Mark anyway' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  await checkIn('Nguyễn Văn Đức')
  await waitFor(() => expect(bodies).toHaveLength(2))
})

test("a VIP's check-in asks first wherever it can be changed, an ordinary guest's nowhere", async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/event/checkin', async ({ request, response }) => {
      bodies.push(await request.json())
      return response.untyped(HttpResponse.json(ok({}, ['Done.'])))
    }),
  )
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('button', { name: 'Actions for Trần Thị Hoa' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Check in' }))
  const question = await screen.findByRole('dialog', { name: 'Check in this VIP?' })
  await app.user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await app.user.click(screen.getByRole('button', { name: /^Trần Thị Hoa/ }))
  const panel = within(await screen.findByRole('dialog', { name: 'Trần Thị Hoa' }))
  await app.user.click(panel.getByRole('button', { name: 'Check in' }))
  const again = await screen.findByRole('dialog', { name: 'Check in this VIP?' })
  expect(bodies).toEqual([])
  await app.user.click(within(again).getByRole('button', { name: 'Check in' }))
  expect(await screen.findByText('Trần Thị Hoa is checked in')).toBeVisible()
  expect(bodies).toEqual([{ eventId: 'ev1', attendanceId: 'a2', checkedIn: true }])
})

describe('the side panel', () => {
  test('gives the focus back to the row of its participant, and the panel for a new one to its button', async () => {
    const app = await renderApp(PATH)
    const row = (name: RegExp) => screen.findByRole('button', { name })
    await app.user.click(await row(/^Nguyễn Văn Đức/))
    await screen.findByRole('dialog', { name: 'Nguyễn Văn Đức' })
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () => expect(await row(/^Nguyễn Văn Đức/)).toHaveFocus())
    await app.user.click(screen.getByRole('button', { name: 'Add participant' }))
    await screen.findByRole('dialog', { name: 'Add participant' })
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add participant' })).toHaveFocus())
  })

  test('the history names the user or the gate of a check-in once', async () => {
    const entry = { actorId: null, actorName: null, subjectId: 'a1', createdAt: '2026-11-20T12:00:00Z' }
    server.use(
      http.get('/event/{eventId}/attendances/{id}/history', ({ response }) =>
        response.untyped(
          HttpResponse.json(
            ok({
              items: [
                { ...entry, id: '3', action: 'scan.undone', actorName: 'Lan', data: { device: null } },
                { ...entry, id: '2', action: 'scan.already', actorName: 'Lan', data: { device: 'iPad' } },
                { ...entry, id: '1', action: 'scan.ok', data: { device: 'Cổng A' } },
              ],
              nextCursor: null,
            }),
          ),
        ),
      ),
    )
    const app = await renderApp(PATH)
    await app.user.click(await screen.findByRole('button', { name: /^Nguyễn Văn Đức/ }))
    const panel = within(await screen.findByRole('dialog', { name: 'Nguyễn Văn Đức' }))
    const history = within(await panel.findByRole('region', { name: 'History' }))
    const lineOf = async (words: string) => (await history.findByText(words)).nextSibling
    expect(await lineOf('Check-in undone')).toHaveTextContent(/^Lan · [^·]*$/)
    expect(await lineOf('A used ticket was scanned again')).toHaveTextContent(/^Lan · iPad · /)
    expect(await lineOf('Checked in')).toHaveTextContent(/^Cổng A · /)
    // No entry of the log says how they came, so it is said here.
    expect(history.getByText('Registered on the registration page')).toBeVisible()
  })

  test('shows the details and the answers as they were given, and saves only the changes', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put('/event/{eventId}/attendances/{id}', async ({ request, params, response }) => {
        bodies.push([params.id, await request.json()])
        return response(200).json(ok(DUC, ['Participant updated']))
      }),
    )
    const app = await renderApp(PATH)
    await app.user.click(await screen.findByRole('button', { name: /^Nguyễn Văn Đức/ }))
    const panel = within(await screen.findByRole('dialog', { name: 'Nguyễn Văn Đức' }))
    expect(panel.getByText('7K2M9QXA4T0B')).toBeVisible()
    expect(panel.getByText(/19:02.*Cổng A/)).toBeVisible()
    expect(panel.getByText('Bạn ăn chay không?')).toBeVisible()
    expect(panel.getByText(/Xe máy\s+Xe buýt/)).toBeVisible()
    expect(panel.getByRole('link', { name: '0912 345 678' })).toHaveAttribute('href', 'tel:0912345678')
    expect(panel.getByRole('img', { name: 'QR code of the ticket of Nguyễn Văn Đức' })).toBeVisible()
    await app.user.click(panel.getByRole('button', { name: 'Edit' }))
    expect(address(app)).toEqual({ person: 'a1', panel: 'edit' })
    await app.user.clear(panel.getByLabelText('Job title'))
    await app.user.type(panel.getByLabelText(/^Full name/), ' Anh')
    await app.user.click(panel.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The profile of Nguyễn Văn Đức Anh is saved')).toBeVisible()
    const changes = { fullName: 'Nguyễn Văn Đức Anh', role: null, updatedAt: DUC.updatedAt }
    expect(bodies).toEqual([['a1', changes]])
    await waitFor(() => expect(address(app)).toEqual({ person: 'a1' }))
  })

  test('shows both values of the fields that another organiser changed, and saves the chosen one', async () => {
    const bodies: object[] = []
    const theirs = { ...DUC, company: 'Sen Hồng', role: 'Kế toán', updatedAt: '2026-11-02T02:00:00Z' }
    server.use(
      http.put('/event/{eventId}/attendances/{id}', async ({ request, response }) => {
        const body = await request.json()
        bodies.push(body)
        if (body.updatedAt === theirs.updatedAt) return response(200).json(ok(DUC, ['Participant updated']))
        const refusal = { ...refused(5008, ['Another person has changed this.']), data: { ...theirs } }
        return response('default').json(refusal, { status: 409 })
      }),
    )
    const app = await renderApp(PATH)
    await app.user.click(await screen.findByRole('button', { name: /^Nguyễn Văn Đức/ }))
    const panel = within(await screen.findByRole('dialog', { name: 'Nguyễn Văn Đức' }))
    await app.user.click(panel.getByRole('button', { name: 'Edit' }))
    const company = panel.getByRole('textbox', { name: 'Company name' })
    await app.user.clear(company)
    await app.user.type(company, 'Sen Vàng')
    await app.user.click(panel.getByRole('button', { name: 'Save' }))
    const notice = within(await panel.findByRole('alert'))
    expect(notice.getByRole('radio', { name: 'Theirs: Kế toán' })).toBeChecked()
    expect(notice.getByRole('radio', { name: 'Yours: Sen Vàng' })).toBeChecked()
    // Their value is replaced by the one stored before, although that was not typed here.
    await app.user.click(notice.getByRole('radio', { name: 'Yours: Giám đốc' }))
    await app.user.click(panel.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toEqual({ company: 'Sen Vàng', role: 'Giám đốc', updatedAt: theirs.updatedAt })
  })

  test('opens again with the newcomer who was being added when the session ended', async () => {
    keepTypedAt(session().profile?.id ?? '', `${location.pathname} participant `, { fullName: 'Phạm Lan' })
    await renderApp(PATH)
    const panel = within(await screen.findByRole('dialog', { name: 'Add participant' }))
    expect(panel.getByLabelText(/^Full name/)).toHaveValue('Phạm Lan')
  })

  test('adds a participant, and shows a refusal at its field without losing typed text', async () => {
    const bodies: object[] = []
    server.use(
      http.post('/event/{eventId}/attendances', async ({ request, response }) => {
        const body = await request.json()
        bodies.push(body)
        if (body.sharesEmail) return response(200).json(ok(HOA, ['Participant added']))
        return response('default').json(refused(5013, ['In use.'], { email: ['In use.'] }), { status: 409 })
      }),
    )
    const app = await renderApp(PATH)
    await table()
    await app.user.click(screen.getByRole('button', { name: 'Add participant' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Add participant' }))
    const save = panel.getByRole('button', { name: 'Add participant' })
    await app.user.click(save)
    expect(panel.getAllByText('Please fill this in.')).toHaveLength(2)
    expect(panel.getByLabelText(/^Full name/)).toHaveFocus()
    expect(bodies).toEqual([])

    await app.user.type(panel.getByLabelText(/^Full name/), 'Lê Văn Bình')
    await app.user.type(panel.getByLabelText(/^Phone/), '+84 912 345 678')
    await app.user.type(panel.getByRole('textbox', { name: /^Email/ }), 'binh@congty.vn')
    await app.user.type(panel.getByLabelText(/^Company name/), 'Sao Mai')
    await app.user.click(panel.getByRole('combobox', { name: /^Ticket class/ }))
    await app.user.click(await screen.findByRole('option', { name: /Vé thường.*40 left/ }))
    await app.user.click(save)
    const question = async () =>
      within(await screen.findByRole('dialog', { name: 'Another guest has this email address' }))
    await app.user.click((await question()).getByRole('button', { name: 'Cancel' }))
    expect(await panel.findByText('In use.')).toBeVisible()
    expect(panel.getByLabelText(/^Full name/)).toHaveValue('Lê Văn Bình')
    await app.user.click(save)
    await app.user.click((await question()).getByRole('button', { name: 'Share the address' }))
    expect(await screen.findByText('Lê Văn Bình is added')).toBeVisible()
    expect(bodies[0]).toMatchObject({
      fullName: 'Lê Văn Bình',
      phone: '+84 912 345 678',
      email: 'binh@congty.vn',
      company: 'Sao Mai',
      ticketId: 't1',
      participationType: 'ORDINARY',
      paymentStatus: null,
      sendMail: true,
    })
  })

  test('keeps its tab in the address, and leads from the guests to the list of them', async () => {
    const app = await renderApp(`${PATH}?person=a2&panel=history`)
    const panel = within(await screen.findByRole('dialog', { name: 'Trần Thị Hoa' }))
    // An address of before, when the history had a tab.
    expect(panel.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
    await app.user.click(panel.getByRole('tab', { name: /Guests/ }))
    await waitFor(() => expect(address(app)).toEqual({ person: 'a2', panel: 'guests' }))
    await app.user.click(await panel.findByRole('button', { name: 'Show all in the list' }))
    await waitFor(() => expect(address(app)).toEqual({ invitedBy: 'a2' }))
    expect(await screen.findByText('Guests of Trần Thị Hoa')).toBeVisible()
  })

  describe('with an own code', () => {
    const CODE = {
      id: 'c1',
      code: 'HOA-5',
      link: 'http://localhost/form/ev1?code=HOA-5',
      ticketId: null,
      ticketName: null,
      participationType: 'INVITED' as const,
      maxUses: 5,
      timesUsed: 0,
      remainingUses: 5,
      isActive: true,
      expiresAt: '2026-12-01T10:00:00Z',
      state: 'active' as const,
      ownerAttendanceId: 'a2',
      ownerName: HOA.fullName,
      version: 1,
      createdAt: '2026-11-01T02:00:00Z',
    }
    const GUESTS = `${PATH}?person=a2&panel=guests`
    beforeEach(() => {
      people = [HOA]
      server.use(
        http.get('/event/{eventId}/invitation-codes', ({ response }) =>
          response(200).json(ok({ items: [CODE], total: 1 })),
        ),
      )
    })

    test('says when it expires, and changes its seats', async () => {
      const bodies: unknown[] = []
      server.use(
        http.put('/event/{eventId}/invitation-codes/{id}', async ({ request, response }) => {
          bodies.push(await request.json())
          return response(200).json(ok(CODE, ['Code changed']))
        }),
      )
      const app = await renderApp(GUESTS)
      expect(await screen.findByText(/Expires Dec 1, 2026, 17:00/)).toBeVisible()
      await app.user.click(screen.getByLabelText('Edit the code HOA-5'))
      const form = within(await screen.findByRole('dialog', { name: /HOA-5/ }))
      await app.user.type(form.getByDisplayValue('5'), '0')
      await app.user.click(form.getByText('Save'))
      expect(await screen.findByText('Code changed')).toBeVisible()
      expect(bodies).toMatchObject([{ maxUses: 50, expiresAt: CODE.expiresAt }])
    })

    test('deletes an unused code after a question', async () => {
      const bodies: unknown[] = []
      server.use(
        http.delete('/event/{eventId}/invitation-codes', async ({ request, response }) => {
          bodies.push(await request.json())
          return response.untyped(HttpResponse.json(ok({ deleted: 1 }, ['Code deleted'])))
        }),
      )
      const app = await renderApp(GUESTS)
      await app.user.click(await screen.findByLabelText('Delete the code HOA-5'))
      const question = within(await screen.findByRole('dialog', { name: /^Delete/ }))
      expect(bodies).toEqual([])
      await app.user.click(question.getByText('Delete'))
      expect(await screen.findByText('Code deleted')).toBeVisible()
      expect(bodies).toEqual([{ ids: ['c1'] }])
    })
  })

  test('asks before it discards typed text', async () => {
    const app = await renderApp(PATH)
    await table()
    await app.user.click(screen.getByRole('button', { name: 'Add participant' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Add participant' }))
    await app.user.type(panel.getByLabelText(/^Full name/), 'Lê')
    await app.user.click(panel.getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }))
    await app.user.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(panel.getByLabelText(/^Full name/)).toHaveValue('Lê')
    await app.user.click(panel.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('sends a ticket again, marks paid and undoes a check-in by a click in the row menu', async () => {
    const calls: unknown[] = []
    server.use(
      http.put('/event/{eventId}/attendances/{id}', async ({ request, response }) => {
        calls.push(await request.json())
        return response(200).json(ok(DUC, ['Saved.']))
      }),
      http.post('/event/checkin', async ({ request, response }) => {
        calls.push(await request.json())
        return response.untyped(HttpResponse.json(ok({}, ['Undone.'])))
      }),
    )
    server.use(
      http.post('/event/{eventId}/attendances/{id}/resend', ({ params, response }) => {
        calls.push(params.id)
        return response.untyped(HttpResponse.json(ok({}, ['Sent.'])))
      }),
    )
    const app = await renderApp(PATH)
    const duc = await row('Nguyễn Văn Đức')
    await app.user.click(duc.getByRole('button', { name: 'Actions for Nguyễn Văn Đức' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Send the ticket again' }))
    expect(
      await screen.findByText('The ticket of Nguyễn Văn Đức is on its way to duc@congty.vn'),
    ).toBeVisible()
    await app.user.click(duc.getByRole('button', { name: 'Actions for Nguyễn Văn Đức' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Mark as paid' }))
    expect(await screen.findByText('Nguyễn Văn Đức has paid ₫250,000')).toBeVisible()
    await app.user.click(duc.getByRole('button', { name: 'Actions for Nguyễn Văn Đức' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Undo check-in' }))
    expect(await screen.findByText('The check-in of Nguyễn Văn Đức is undone')).toBeVisible()
    expect(calls).toEqual([
      'a1',
      { paymentStatus: 'paid' },
      { eventId: 'ev1', attendanceId: 'a1', checkedIn: false },
    ])
  })
})

test.each([
  [0, false],
  [250_000, true],
])('what was paid can be taken back when %i đ were due', async (amount, isOffered) => {
  people = [{ ...HOA, amount }]
  const app = await renderApp(PATH)
  const hoa = await row('Trần Thị Hoa')
  await app.user.click(hoa.getByRole('button', { name: 'Actions for Trần Thị Hoa' }))
  await screen.findByRole('menuitem', { name: 'Edit' })
  expect(screen.queryByRole('menuitem', { name: 'Mark as unpaid' }) !== null).toBe(isOffered)
})

test('a ticket that let two people in is shown with its gates', async () => {
  const { id, fullName, company, avatar, participationType } = DUC
  const person = { attendanceId: id, fullName, company, avatar, participationType, ticketName: null }
  const entries = [
    { time: '2026-11-20T12:02:00Z', device: 'Cổng A' },
    { time: '2026-11-20T12:05:00Z', device: 'Cổng B' },
  ]
  server.use(
    http.get('/event/{eventId}/checkin-conflicts', ({ response }) =>
      response(200).json(ok([{ person, entries }])),
    ),
  )
  await renderApp(PATH)
  const alert = await screen.findByText('One ticket was used more than once')
  expect(alert.closest('[role="alert"]')).toHaveTextContent(
    'Nguyễn Văn Đức – 2 people entered: 19:02 Cổng A, 19:05 Cổng B',
  )
})

test('a registration that is not confirmed says until when its seat is held, and is confirmed by hand', async () => {
  people = [{ ...DUC, checkedInTime: null, isCheckedIn: false, confirmBy: '2026-11-20T12:30:00Z' }]
  const confirmed: unknown[] = []
  server.use(
    http.post('/event/{eventId}/attendances/{id}/confirm', ({ params, response }) => {
      confirmed.push(params.id)
      return response(200).json(ok({ ...DUC, confirmBy: null }, ['The registration is confirmed.']))
    }),
  )
  const app = await renderApp(PATH)
  const duc = await row('Nguyễn Văn Đức')
  expect(duc.getByText('Not confirmed, held until 19:30')).toBeVisible()
  await app.user.click(duc.getByRole('button', { name: 'Actions for Nguyễn Văn Đức' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Confirm by hand' }))
  expect(await screen.findByText('The registration of Nguyễn Văn Đức is confirmed')).toBeVisible()
  expect(confirmed).toEqual(['a1'])
})

test('many registrations from one network are told, shown alone, and dismissed', async () => {
  let bursts = [
    { id: 'b1', startedAt: '2026-11-20T12:00:00Z', registrations: 30 },
    { id: 'b2', startedAt: '2026-11-20T13:00:00Z', registrations: 40 },
  ]
  server.use(
    http.get('/event/{eventId}/registration-bursts', ({ response }) => response(200).json(ok(bursts))),
    http.delete('/event/{eventId}/registration-bursts/{id}', async ({ params, response }) => {
      await answered
      bursts = bursts.filter(({ id }) => id !== params.id)
      return response(200).json(ok({}))
    }),
  )
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const app = await renderApp(PATH)
  const notice = within(
    (await screen.findByText('Many registrations came from 2 networks')).closest(
      '[role="alert"]',
    ) as HTMLElement,
  )
  expect(notice.getByText(/^30 registrations since/)).toBeVisible()
  expect(notice.getByRole('link', { name: 'Limit registrations per network' })).toHaveAttribute(
    'href',
    expect.stringContaining('step=formInfo'),
  )
  await app.user.click(notice.getByRole('button', { name: /^Show them: 30 registrations since/ }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ burst: 'b1' }))
  expect(address(app)).toEqual({ burst: 'b1' })
  await app.user.click(screen.getByRole('button', { name: 'Show people from all networks' }))
  expect(address(app)).toEqual({})
  const fine = (count: number) =>
    notice.getByRole('button', { name: new RegExp(`^They are fine: ${count} registrations`) })
  await app.user.click(fine(30))
  expect(fine(30)).toBeDisabled()
  expect(fine(40)).toBeEnabled()
  answer()
  await waitFor(() => expect(notice.queryByText(/^30 registrations since/)).toBeNull())
  expect(notice.getByText(/^40 registrations since/)).toBeVisible()
})

test('an event says how it stands; a cancelled one begins nothing new, and says why', async () => {
  event = { ...event, status: 'closed', isCancelled: true, eventForm: { scheme: [] } }
  const app = await renderApp(PATH)
  expect(await screen.findByText('Canceled')).toBeVisible()
  expect((await screen.findAllByText('Nothing due'))[0]).toBeVisible()
  const button = screen.getByRole('button', { name: 'Add participant' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('This event has been canceled')
  await app.user.click(button)
  for (const name of ['Door', 'Lucky draw']) expect(screen.queryByRole('link', { name })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(app.path()).toBe(PATH)
  expect(screen.getByRole('button', { name: 'Import from a file' })).toHaveAttribute('aria-disabled', 'true')
})

test('"lucky draw" leads to the event’s lucky draw', async () => {
  await renderApp(PATH)
  expect(await screen.findByRole('link', { name: 'Lucky draw' })).toHaveAttribute('href', '/lucky-draw/ev1')
})

describe('the keys', () => {
  test('move through the list, select, record a payment that can be taken back, and explain themselves', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put('/event/{eventId}/attendances/{id}', async ({ request, params, response }) => {
        const body = await request.json()
        bodies.push([params.id, body])
        const isPaid = body.paymentStatus === 'paid'
        const paid = { paymentStatus: 'paid', received: DUC.amount, paidWay: 'hand' } as const
        return response(200).json(ok(isPaid ? { ...DUC, ...paid } : DUC))
      }),
    )
    const app = await renderApp(PATH)
    await table()
    await app.user.keyboard('{ArrowDown}')
    expect(screen.getByRole('button', { name: /^Nguyễn Văn Đức/ })).toHaveFocus()
    await app.user.keyboard('{ArrowDown}')
    expect(screen.getByRole('button', { name: /^Trần Thị Hoa/ })).toHaveFocus()
    await app.user.keyboard('x')
    expect(screen.getByRole('checkbox', { name: 'Select Trần Thị Hoa' })).toBeChecked()
    await app.user.keyboard('p')
    expect(bodies).toEqual([])
    await app.user.keyboard('kp')
    const toast = within(
      (await screen.findByText('Nguyễn Văn Đức has paid ₫250,000')).closest('[role="status"]') as HTMLElement,
    )
    await app.user.click(toast.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Nguyễn Văn Đức still has to pay ₫250,000')).toBeVisible()
    expect(bodies).toEqual([
      ['a1', { paymentStatus: 'paid' }],
      ['a1', { paymentStatus: 'unpaid' }],
    ])
    await app.user.keyboard('?')
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await app.user.click(within(help).getByRole('button', { name: 'Close' }))
    await app.user.keyboard('/')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    await app.user.keyboard('xp')
    expect(screen.getByRole('searchbox')).toHaveValue('xp')
    expect(bodies).toHaveLength(2)
  })

  test('lead from one open profile to the next, and ask before a VIP is checked in', async () => {
    const app = await renderApp(`${PATH}?person=a1`)
    const panel = within(await screen.findByRole('dialog', { name: 'Nguyễn Văn Đức' }))
    expect(await panel.findByText('1 of 45')).toBeVisible()
    await app.user.keyboard('{ArrowDown}')
    expect(await screen.findByRole('dialog', { name: 'Trần Thị Hoa' })).toBeVisible()
    expect(address(app)).toEqual({ person: 'a2' })
    await app.user.keyboard('c')
    expect(await screen.findByRole('dialog', { name: 'Check in this VIP?' })).toBeVisible()
  })
})

test('columns are chosen, with the organiser’s own questions, and the device remembers them', async () => {
  event = {
    ...event,
    eventForm: { scheme: [{ id: 'q1', question: 'Bạn ăn chay không?', type: 'ONE_CHOICE' }] },
  }
  const app = await renderApp(PATH)
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  await table()
  expect(heads()).toEqual(['Full name', 'Phone', 'Ticket class', 'Registered', 'Payment', 'Check-in'])
  await app.user.click(screen.getByRole('button', { name: 'Choose columns' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Choose columns' }))
  await app.user.click(menu.getByRole('checkbox', { name: 'Bạn ăn chay không?' }))
  await app.user.click(menu.getByRole('checkbox', { name: 'Phone' }))
  const chosen = ['Full name', 'Ticket class', 'Registered', 'Payment', 'Check-in', 'Bạn ăn chay không?']
  expect(heads()).toEqual(chosen)
  const duc = await row('Nguyễn Văn Đức')
  expect(duc.getByText('Có')).toBeVisible()
  app.unmount()
  await renderApp(PATH)
  await table()
  expect(heads()).toEqual(chosen)
})
