import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { groupOf, LAN, MINH, MY_GROUP } from '~/features/groups/fixtures'
import type { Group } from '~/features/groups/queries'
import { giveChartsRoom } from '~/features/statistics/fixtures'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { BOARD, POINT, REPORT } from './fixtures'
import type { GroupReport, NewPoint, Point, ReportRow } from './queries'

// jsdom draws nothing.
vi.mock('./podiumPicture', () => ({ drawPodium: async () => new File([''], 'podium.png') }))

const TAB = '/my-group/g1?tab=statistics'

let state: { group: Group; points: Point[]; report: GroupReport }
let asked: Record<string, string>[]

beforeEach(() => {
  loggedInAs()
  giveChartsRoom()
  state = { group: groupOf(), points: [POINT], report: REPORT }
  asked = []
  server.use(
    http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
    http.get('/group/request/mine', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
    http.get('/group/{groupId}', ({ response }) => response(200).json(ok(state.group))),
    http.get('/group/{groupId}/member', ({ query, response }) => {
      const items = [LAN, MINH].filter(({ fullName }) => fullName.includes(query.get('search') ?? ''))
      return response(200).json(ok({ items, total: items.length }))
    }),
    http.get('/group/{groupId}/post', ({ response }) =>
      response(200).json(ok({ items: [], pinned: [], pending: 0, nextCursor: null } as never)),
    ),
    http.get('/group/{groupId}/point', ({ request, response }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return response(200).json(ok({ items: state.points, total: state.points.length }))
    }),
    http.get('/group/{groupId}/point/tally', ({ query, response }) => {
      const figure = { count: 2, value: 700_000 }
      const ids = query.get('userIds')?.split(',') ?? []
      const tallies = ids.map((userId) => ({ userId, sold: figure, buy: figure, referral: figure }))
      return response(200).json(ok(tallies))
    }),
    http.get('/group/{groupId}/leaderboard', ({ request, response }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return response(200).json(ok(BOARD))
    }),
    http.get('/group/{groupId}/statistic', ({ request, response }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return response(200).json(ok(state.report))
    }),
  )
})

async function open(search = '') {
  const app = await renderApp(`${TAB}${search}`)
  await screen.findByRole('radiogroup', { name: 'Part of the statistics' })
  return app
}

test('points show only details that the reader may see, and are filtered by the address', async () => {
  state.points = [{ ...POINT, value: null, note: null, buyerName: null, status: 'approved' }]
  const app = await open('&points=approved&from=2026-11-01&to=2026-11-30')
  const table = await screen.findByRole('table', { name: 'Deals' })
  expect(within(table).getByText('Hidden')).toBeVisible()
  expect(within(table).getByText('Introducer')).toBeVisible()
  expect(asked[0]).toMatchObject({ status: 'approved', from: '2026-11-01', to: '2026-11-30' })
  await app.user.click(screen.getByRole('combobox', { name: 'Counts as' }))
  await app.user.click(await screen.findByRole('option', { name: 'Referred' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ by: 'referral', status: 'approved' }))
  expect(app.router.state.location.search).toMatchObject({ by: 'referral', points: 'approved' })
})

test('deals that wait for the reader are one press away, and only then', async () => {
  const app = await open()
  expect(screen.queryByRole('radio', { name: /^Pending/ })).toBeNull()
  app.unmount()
  server.use(
    http.get('/group/mine', ({ response }) =>
      response(200).json(ok([{ ...MY_GROUP, id: state.group.id, pendingPoints: 2 }])),
    ),
  )
  const again = await open()
  await again.user.click(await screen.findByRole('radio', { name: 'Pending (2)' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ status: 'pending' }))
  expect(again.router.state.location.search).toMatchObject({ tab: 'statistics', points: 'pending' })
  expect(screen.getByRole('radio', { name: 'Pending (2)' })).toBeChecked()
})

test('deals that wait for others are not counted for a member', async () => {
  await renderApp('/my-group/g1?tab=statistics&points=pending')
  expect(await screen.findByRole('radio', { name: 'Pending' })).toBeChecked()
})

test('a figure of the own statement leads to its deals', async () => {
  const app = await open()
  const own = await screen.findByRole('list', { name: 'My deals' })
  await app.user.click(within(own).getByRole('button', { name: /^I sold/ }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ by: 'sold', status: 'approved' }))
})

test('a leader approves a point', async () => {
  server.use(
    http.put('/group/{groupId}/point/{id}/approve', async ({ params, request, response }) => {
      expect([params.id, await request.json()]).toEqual(['p1', { version: 1 }])
      state.points = [{ ...POINT, status: 'approved', decidedByName: 'Nguyễn Thị Lan' }]
      return response(200).json(ok(state.points[0] as Point, ['Deal approved']))
    }),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Đỗ Minh' }))
  const dialog = await screen.findByRole('dialog', { name: 'Deal' })
  expect(within(dialog).getByText('₫12,500,000')).toBeVisible()
  await app.user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/^Approved: .+ – .+, /)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Deal' })).toBeNull())
  const table = within(screen.getByRole('table', { name: 'Deals' }))
  expect(await table.findByText('Approved')).toBeVisible()
})

test('a rejection needs a reason, and a late one is refused with a message', async () => {
  const reasons: unknown[] = []
  server.use(
    http.put('/group/{groupId}/point/{id}/reject', async ({ request, response }) => {
      reasons.push(await request.json())
      return response('default').json(refused(5008, ['Bình has already approved this deal.']), {
        status: 409,
      })
    }),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Đỗ Minh' }))
  await app.user.click(await screen.findByRole('button', { name: 'Reject' }))
  await app.user.click(await screen.findByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('Say why, so that the parties understand it')).toBeVisible()
  await app.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Thiếu hóa đơn')
  await app.user.click(screen.getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('Bình has already approved this deal.')).toBeVisible()
  expect(reasons).toEqual([{ reason: 'Thiếu hóa đơn', version: 1 }])
})

test('a deal that was changed meanwhile is read again before it is decided', async () => {
  const text = 'This deal was changed meanwhile. Please read it again.'
  const seen: unknown[] = []
  server.use(
    http.put('/group/{groupId}/point/{id}/reject', async ({ request, response }) => {
      const { version } = await request.json()
      seen.push(version)
      state.points = [{ ...POINT, value: 9_000_000, version: 2 }]
      return response('default').json(refused(5008, [text]), { status: 409 })
    }),
    http.put('/group/{groupId}/point/{id}/approve', async ({ request, response }) => {
      const { version } = await request.json()
      seen.push(version)
      return response(200).json(ok(POINT, ['Deal approved']))
    }),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Đỗ Minh' }))
  await app.user.click(await screen.findByRole('button', { name: 'Reject' }))
  await app.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Sai')
  await app.user.click(screen.getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText(text)).toBeVisible()
  // The reason is asked for no longer: the deal stands there with its new value.
  const dialog = within(await screen.findByRole('dialog', { name: 'Deal' }))
  expect(await dialog.findByText('₫9,000,000')).toBeVisible()
  await app.user.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/^Approved: .+ – .+, /)).toBeVisible()
  expect(seen).toEqual([1, 2])
})

test('several points are rejected with one reason, and points that the reader may not decide cannot be selected', async () => {
  const nothing = { change: false, answer: false, decide: false, void: false }
  state.points = [
    POINT,
    { ...POINT, id: 'p2', seller: { ...POINT.seller, fullName: 'Lê Bình' } },
    { ...POINT, id: 'p3', allowed: nothing },
  ]
  const bodies: unknown[] = []
  server.use(
    http.put('/group/{groupId}/point/{id}/reject', async ({ params, request, response }) => {
      bodies.push([params.id, await request.json()])
      if (params.id === 'p2')
        return response('default').json(refused(5008, ['Bình has already approved this deal.']), {
          status: 409,
        })
      return response(200).json(ok(POINT, ['Deal rejected']))
    }),
  )
  const app = await open()
  const table = within(await screen.findByRole('table', { name: 'Deals' }))
  expect(table.getAllByRole('checkbox')).toHaveLength(3)
  await app.user.click(table.getByRole('checkbox', { name: 'Select all rows of this page' }))
  expect(screen.getByText('2 selected')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Reject selected' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 deals?' }))
  await app.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Thiếu hóa đơn')
  await app.user.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('1 deal rejected.')).toBeVisible()
  expect(screen.getByText('Lê Bình: Bình has already approved this deal.')).toBeVisible()
  const body = { reason: 'Thiếu hóa đơn', version: 1 }
  expect(bodies).toEqual([
    ['p1', body],
    ['p2', body],
  ])
})

test.each([
  ['submitter', { submittedBy: '01' }],
  ['seller', { seller: { ...POINT.seller, id: '01' } }],
  ['counterparty', { counterparty: { ...POINT.counterparty, id: '01' } }],
])('a leader who is the %s has no buttons, and learns why not', async (_, change) => {
  const nothing = { change: false, answer: false, decide: false, void: false }
  state.points = [{ ...POINT, ...change, allowed: nothing }]
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Đỗ Minh' }))
  const dialog = await screen.findByRole('dialog', { name: 'Deal' })
  expect(
    within(dialog).getByText(/You are a party of this deal or entered it, so another leader decides/),
  ).toBeVisible()
  expect(within(dialog).queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('a deal that looks like another one is sent again when it is meant', async () => {
  const sent: { key: string | null; body: NewPoint }[] = []
  server.use(
    http.post('/group/{groupId}/point', async ({ request, response }) => {
      const body = await request.json()
      sent.push({ key: request.headers.get('Idempotency-Key'), body })
      if (body.force) return response(200).json(ok(POINT, ['Points added']))
      return response('default').json(refused(5008, ['A deal like this is there already.']), { status: 409 })
    }),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Enter deal' }))
  expect(await screen.findByRole('combobox', { name: 'Seller (who got the business)' })).toHaveValue(
    'Nguyễn Thị Lan',
  )
  await app.user.click(await screen.findByRole('button', { name: 'Send for approval' }))
  expect(await screen.findByText('Choose a member')).toBeVisible()
  expect(sent).toEqual([])
  const buyer = screen.getByRole('combobox', { name: 'Buyer' })
  await app.user.click(buyer)
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Đỗ Minh'),
  ])
  await app.user.type(buyer, 'Đỗ')
  expect(buyer).toHaveValue('Đỗ')
  await app.user.click(await screen.findByRole('option', { name: /Đỗ Minh/ }))
  expect(buyer).toHaveValue('Đỗ Minh')
  await app.user.type(screen.getByRole('textbox', { name: 'Value' }), '500000')
  await app.user.click(screen.getByRole('button', { name: 'Send for approval' }))
  expect(await screen.findByText('A deal like this is there already.')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Enter it anyway' }))
  expect(await screen.findByText(/^The deal of .+ is entered$/)).toBeVisible()
  expect(sent.map(({ body }) => [body.counterpartyId, body.value, body.force])).toEqual([
    ['u2', 500_000, false],
    ['u2', 500_000, true],
  ])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
})

test('both values are shown of a deal that was changed in another tab', async () => {
  const own = { ...POINT, allowed: { change: true, answer: false, decide: false, void: false } }
  const theirs: Point = {
    ...own,
    counterparty: { id: 'u9', fullName: 'Lê Bình', avatar: null },
    value: 9_000_000,
    note: 'Lô bàn',
    version: 2,
  }
  state.points = [own]
  const bodies: unknown[] = []
  server.use(
    http.put('/group/{groupId}/point/{id}', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      if (body.version === theirs.version) return response(200).json(ok({ ...theirs, version: 3 }))
      const refusal = { ...refused(5008, ['Another person has changed this.']), data: { ...theirs } }
      return response('default').json(refusal, { status: 409 })
    }),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Đỗ Minh' }))
  await app.user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit deal' }))
  const note = dialog.getByRole('textbox', { name: 'Note' })
  await app.user.clear(note)
  await app.user.type(note, 'Lô tủ')
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))

  const choice = within(await dialog.findByRole('radiogroup', { name: 'Note' }))
  expect(choice.getByRole('radio', { name: 'Theirs: Lô bàn' })).not.toBeChecked()
  expect(choice.getByRole('radio', { name: 'Yours: Lô tủ' })).toBeChecked()
  // Fields that were not touched are as they are stored.
  expect(dialog.getByRole('radio', { name: 'Theirs: ₫9,000,000' })).toBeChecked()
  const party = within(dialog.getByRole('radiogroup', { name: 'Thanks to' }))
  expect(party.getByRole('radio', { name: 'Theirs: Lê Bình' })).toBeChecked()
  expect(party.getByRole('radio', { name: 'Yours: Trần Hoa' })).not.toBeChecked()
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies).toMatchObject([
    { note: 'Lô tủ', value: POINT.value, version: 1 },
    { note: 'Lô tủ', value: 9_000_000, counterpartyId: 'u9', version: 2 },
  ])
})

test('an archived group takes no points', async () => {
  state.group = groupOf({}, { archivedAt: '2026-11-01T00:00:00Z' })
  await open()
  expect(await screen.findByRole('button', { name: 'Enter deal' })).toHaveAttribute('aria-disabled', 'true')
})

test('the leaderboard goes from period to period, and its figures lead to deals', async () => {
  const app = await open('&show=ranking')
  expect(await screen.findByRole('table', { name: 'Leaderboard' })).toBeVisible()
  expect(screen.getByText(/only leaders see values/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Earlier' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ period: 'month', day: '2026-10-01' }))
  await app.user.click(screen.getByRole('button', { name: '3 deals' }))
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      memberId: BOARD.items[0]?.userId,
      by: 'sold',
      from: '2026-11-01',
      to: '2026-11-30',
    }),
  )
})

test('the first three stand on a podium with their ties, and the reader sees the way up', async () => {
  const [first] = BOARD.items
  if (!first) throw new Error('The example has a row')
  const row = (id: string, fullName: string, rank: number, previousRank: number | null, value: number) => ({
    ...first,
    userId: id,
    fullName,
    rank,
    previousRank,
    sold: { count: 1, value },
  })
  const items = [
    row('u2', 'Đỗ Minh', 1, 1, 90_000_000),
    row('u3', 'Trần Hoa', 2, null, 60_000_000),
    row('u4', 'Lê Bình', 2, 4, 60_000_000),
    row('u5', 'Nguyễn Thị Lan', 4, 2, 48_000_000),
  ]
  let board = { ...BOARD, showsValues: true, items, own: { rank: 4, nextRank: 2, missing: 12_000_000 } }
  server.use(
    http.get('/group/{groupId}/leaderboard', ({ response }) =>
      response(200).json(ok({ ...board, total: board.items.length })),
    ),
  )
  const app = await open('&show=ranking')
  const winners = within(await screen.findByRole('list', { name: 'The first three' })).getAllByRole(
    'listitem',
  )
  expect(winners.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Đỗ Minh₫90MSame placePlace 1$/),
    expect.stringMatching(/Trần Hoa₫60MNewJoint place 2$/),
    expect.stringMatching(/Lê Bình₫60M2Up 2 placesJoint place 2$/),
  ])
  expect(screen.getByText('You are at place 4, ₫12M short of place 2')).toBeVisible()
  expect(screen.getByRole('row', { name: /Nguyễn Thị Lan.*Down 2 places/ })).toBeVisible()
  app.unmount()
  board = { ...board, showsValues: false, hasPrevious: false, own: { rank: 2, nextRank: 1, missing: 1 } }
  const again = await open('&show=ranking')
  expect(await screen.findByText('You are at place 2, 1 deal short of place 1')).toBeVisible()
  expect(screen.queryByText('Since the period before')).toBeNull()
  again.unmount()
  board = { ...board, own: { rank: 2, nextRank: 1, missing: 0 } }
  await open('&show=ranking')
  expect(await screen.findByText(/equal with place 1: one more deal takes you past it/)).toBeVisible()
})

test('the podium is passed on as a picture, without sums that members may not see', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:podium', revokeObjectURL: () => undefined }) // jsdom has none
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const app = await open('&show=ranking')
  await app.user.click(await screen.findByRole('button', { name: 'Share' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Share the leaderboard' }))
  expect(
    await dialog.findByRole('img', { name: /Sold · Nov 2026\. Place 1: Đỗ Minh, 3 deals$/ }),
  ).toBeVisible()
  expect(dialog.getByText(/only numbers of deals/)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Send picture' })).toBeNull()
  await app.user.click(dialog.getByRole('button', { name: 'Download picture' }))
  expect(saved).toEqual(['podium.png'])
  await app.user.click(dialog.getByRole('button', { name: 'Close' }))

  const shared: unknown[] = []
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files }: ShareData) => void shared.push(files?.map(({ name }) => name)),
  })
  await app.user.click(screen.getByRole('button', { name: 'Share' }))
  await app.user.click(await screen.findByRole('button', { name: 'Send picture' }))
  expect(shared).toEqual([['podium.png']])
  Object.assign(navigator, { canShare: undefined, share: undefined })
})

test('the report compares with the month before, and every figure leads to its rows', async () => {
  const app = await open('&show=report&month=2026-11')
  const tiles = within(await screen.findByRole('list', { name: 'Figures of the month' }))
  expect(tiles.getByRole('button', { name: /^Deals bought/ })).toHaveTextContent(
    'Deals bought2Up 1₫300,000Down ₫500,000',
  )
  expect(tiles.getByRole('button', { name: /^Posts/ })).toHaveTextContent('Posts4Down 2')
  expect(screen.getByRole('table', { name: 'By member' })).toBeVisible()
  // Only for screen readers, so nothing in it takes the focus.
  const months = within(screen.getByRole('table', { name: 'Number of deals' }))
  expect(months.queryByRole('button')).toBeNull()
  await app.user.click(tiles.getByRole('button', { name: /^Pending deals/ }))
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ status: 'pending', from: '2026-11-01', to: '2026-11-30' }),
  )
})

test('a figure opens the rows that it counts, which lead to the things themselves', async () => {
  const row = { name: null, about: null, at: null, userId: null, postId: null, eventId: null }
  const rows: Record<string, ReportRow[]> = {
    posts: [{ ...row, name: 'Trần Hoa', about: 'Mời cả nhà', at: '2026-11-05T02:00:00Z', postId: 'b1' }],
    joined: [{ ...row, name: 'Trần Hoa', at: '2026-11-04T17:00:00Z', userId: 'u3' }],
    checkIns: [{ ...row, about: 'Họp tuần', at: '2026-11-06T01:00:00Z', eventId: 'e1' }],
  }
  server.use(
    http.get('/group/{groupId}/statistic/rows', ({ query, request, response }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      const items = rows[query.get('figure') ?? ''] ?? []
      const total = query.get('figure') === 'posts' ? 21 : items.length
      return response(200).json(ok({ items, total }))
    }),
  )
  const app = await open('&show=report&month=2026-11')
  const tiles = within(await screen.findByRole('list', { name: 'Figures of the month' }))
  await app.user.click(tiles.getByRole('button', { name: /^Posts/ }))
  const posts = within(await screen.findByRole('dialog', { name: 'Posts, Nov 2026' }))
  expect(await posts.findByRole('link', { name: 'Mời cả nhà' })).toHaveAttribute('href', '/my-group/g1/b1')
  expect(posts.getByText(/^Trần Hoa · Nov 5, 2026/)).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ figure: 'posts', month: '2026-11', page: '1' })
  expect(app.router.state.location.search).toMatchObject({ rows: 'posts' })
  await app.user.click(posts.getByRole('button', { name: 'Show more (of 21)' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: '2' }))
  await app.user.click(posts.getByRole('button', { name: 'Close' }))
  await app.user.click(tiles.getByRole('button', { name: /^Joined/ }))
  const joined = within(await screen.findByRole('dialog', { name: 'Joined, Nov 2026' }))
  expect(await joined.findByText('Nov 5, 2026')).toBeVisible()
  await app.user.click(joined.getByRole('button', { name: 'Close' }))
  const members = within(screen.getByRole('table', { name: 'By member' }))
  await app.user.click(members.getByRole('button', { name: '3' }))
  const checkIns = within(await screen.findByRole('dialog', { name: 'Check-ins, Nov 2026' }))
  expect(await checkIns.findByRole('link', { name: 'Họp tuần' })).toBeVisible()
  expect(checkIns.getByText(/^Participant · /)).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ memberId: '00000000-0000-0000-0000-000000000002' })
})

test('members without any figure stand by their names behind a button', async () => {
  const none = { count: 0, value: 0 }
  const idle = { sold: none, buy: none, referral: none, events: 0, posts: 0 }
  const [minh] = REPORT.members ?? []
  if (!minh) throw new Error('The report has a member')
  state.report = {
    ...REPORT,
    members: [
      { ...minh, ...idle, userId: 'a', fullName: 'An Vũ', isMember: false },
      minh,
      { ...minh, ...idle, userId: 'b', fullName: 'Bình Lê', businessField: 'Nội thất' },
    ],
  }
  const app = await open('&show=report&month=2026-11')
  const table = within(await screen.findByRole('table', { name: 'By member' }))
  expect(table.getAllByRole('row')).toHaveLength(2)
  expect(table.getByRole('row', { name: /Đỗ Minh/ })).toHaveTextContent('2 deals₫300,0000031')
  const button = screen.getByRole('button', { name: '2 members without figures' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByText('An Vũ')).toBeNull()
  await app.user.click(button)
  expect(screen.getByText('An Vũ')).toHaveTextContent('An Vũ Former member')
  expect(screen.getByText('Bình Lê')).toHaveTextContent('Bình Lê Nội thất')
})

test('on a phone a member’s card has no zeros', async () => {
  onPhone()
  await open('&show=report&month=2026-11')
  const cards = within(await screen.findByRole('list', { name: 'By member' }))
  const shown = cards.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(shown).toEqual(['2 deals₫300,000', '', '', '3', '1'])
  expect(screen.queryByRole('button', { name: /without figures/ })).toBeNull()
})

test('a year without deals has no chart', async () => {
  state.report = { ...REPORT, months: REPORT.months.map((month) => ({ ...month, count: 0, value: 0 })) }
  await open('&show=report&month=2026-11')
  await screen.findByRole('list', { name: 'Figures of the month' })
  expect(screen.queryByText('Deals of twelve months')).toBeNull()
})

test('a link to a deal opens it, also if the list does not show it', async () => {
  server.use(
    http.get('/group/{groupId}/point/{id}', ({ params, response }) => {
      if (params.id === 'p9') return response(200).json(ok({ ...POINT, id: 'p9' }))
      return response('default').json(refused(5005, ['There is no such point.']), { status: 404 })
    }),
  )
  const app = await open('&point=p9')
  const dialog = await screen.findByRole('dialog', { name: 'Deal' })
  await app.user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Deal' })).toBeNull())
  expect(app.router.state.location.search).not.toHaveProperty('point')
  await app.router.navigate({
    to: '/my-group/$groupId',
    params: { groupId: 'g1' },
    search: { tab: 'statistics', point: 'p8' },
  })
  expect(await screen.findByText('This deal is gone, or you may not see it.')).toBeVisible()
})

test('without reports in the plan there are totals, and the button names the reason', async () => {
  state.report = { ...REPORT, hasReport: false, members: null }
  await open('&show=report')
  const button = await screen.findByRole('button', { name: 'Export Excel' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAttribute('aria-description', "The owner's plan has no reports. Please buy more.")
  expect(screen.getByText(/come with a plan that has reports/)).toBeVisible()
  expect(screen.queryByRole('table', { name: 'By member' })).toBeNull()
})

test('the report is saved as a workbook', async () => {
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  Object.assign(URL, { createObjectURL: () => 'blob:all', revokeObjectURL: () => undefined }) // jsdom has none
  server.use(
    http.get('/group/{groupId}/statistic/export', ({ response, query }) => {
      expect(query.get('month')).toBe('2026-11')
      const headers = { 'Content-Disposition': "attachment; filename*=UTF-8''report.xlsx" }
      return response.untyped(new HttpResponse('XLSX', { headers }))
    }),
  )
  const app = await open('&show=report&month=2026-11')
  await app.user.click(await screen.findByRole('button', { name: 'Export Excel' }))
  expect(await screen.findByText('The report was exported.')).toBeVisible()
  expect(names).toEqual(['report.xlsx'])
})

test('the members of a group stand beside their figures', async () => {
  await renderApp('/my-group/g1?tab=members')
  const row = within(await screen.findByRole('table', { name: 'Members' })).getByRole('row', {
    name: /Đỗ Minh/,
  })
  await waitFor(() => expect(row).toHaveTextContent('2₫700,000'))
  expect(screen.getByRole('columnheader', { name: 'Sold' })).toBeVisible()
})
