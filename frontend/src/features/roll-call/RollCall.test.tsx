import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FAR } from '~/components/useSwipe'
import { groupOf } from '~/features/groups/fixtures'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import type { GuestOnRoll, MemberOnRoll, RollCall } from './queries'

const HOA: MemberOnRoll = {
  userId: 'u1',
  fullName: 'Đỗ Thị Hòa',
  avatar: null,
  company: 'Gốm Bát Tràng',
  mark: null,
  isRegistered: true,
  checkedInTime: null,
  substitute: null,
}
const MINH: MemberOnRoll = { ...HOA, userId: 'u2', fullName: 'Trần Minh', isRegistered: false }
const GUEST: GuestOnRoll = {
  attendanceId: 'a9',
  fullName: 'Vũ Khách',
  company: '',
  invitedBy: 'Trần Minh',
  checkedInTime: '2026-03-05T00:10:00Z',
  isRemovable: true,
}

let roll: RollCall
let sent: { to: string; body: unknown }[]

beforeEach(() => {
  loggedInAs()
  sent = []
  roll = {
    eventId: 'e1',
    title: 'Họp chapter',
    eventStartDate: '2026-03-04T23:30:00Z',
    venueAddress: 'Khách sạn',
    isCancelled: false,
    members: [HOA, MINH],
    guests: [GUEST],
  }
  server.use(
    http.get('/group/{groupId}/event/{eventId}/roll-call', ({ response }) => response(200).json(ok(roll))),
    http.put('/group/{groupId}/event/{eventId}/roll-call/{userId}', async ({ params, request, response }) => {
      const body = await request.json()
      sent.push({ to: params.userId, body })
      roll = {
        ...roll,
        members: roll.members.map((member) =>
          member.userId === params.userId
            ? { ...member, mark: body.mark ?? null, substitute: null, checkedInTime: null }
            : member,
        ),
      }
      return response(200).json(ok({}))
    }),
  )
})

const open = () => renderApp('/my-group/g1/roll-call/e1')
const press = (name: RegExp | string) => screen.findByRole('button', { name })

test('one press marks a member, and another one takes the mark back', async () => {
  const { user } = await open()
  await user.click(await press('Trần Minh: present'))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /Members present/ })).toHaveTextContent('1/2'),
  )
  await user.click(await press('Trần Minh: present'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    { to: 'u2', body: { mark: 'present', seen: null } },
    { to: 'u2', body: { mark: null, seen: 'present' } },
  ])
})

test('a late member arrived at a time, and was not there from the start', async () => {
  roll.members = [{ ...MINH, mark: 'late', checkedInTime: '2026-03-05T00:10:00Z' }]
  await open()
  expect(await screen.findByText('Arrived at Mar 5, 2026, 07:10')).toBeVisible()
})

/** A finger that goes from one place to another in steps of 8 pixels, and lets go. */
function draw(row: HTMLElement, from: [number, number], to: [number, number], pointerType = 'touch') {
  const at = ([clientX, clientY]: [number, number]) => ({
    pointerId: 1,
    pointerType,
    isPrimary: true,
    clientX,
    clientY,
  })
  const steps = Math.ceil(Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) / 8)
  fireEvent.pointerDown(row, at(from))
  for (let step = 1; step <= steps; step += 1) {
    const part = step / steps
    fireEvent.pointerMove(row, at([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]))
  }
  fireEvent.pointerUp(row, at(to))
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement

test('a row that is drawn to the right marks its member, which can be taken back', async () => {
  roll.members = [HOA, { ...MINH, mark: 'late' }]
  const { user } = await open()
  draw(await rowOf('Trần Minh'), [100, 300], [100 + FAR, 310])
  const told = (await screen.findByText('Trần Minh is present')).closest('[role="status"]') as HTMLElement
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Trần Minh: present' })).toHaveAttribute(
      'aria-pressed',
      'true',
    ),
  )
  // Drawn again, the mark stays.
  draw(await rowOf('Trần Minh'), [100, 300], [100 + FAR, 300])
  await user.click(within(told).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    { to: 'u2', body: { mark: 'present', seen: 'late' } },
    { to: 'u2', body: { mark: 'late', seen: 'present' } },
  ])
})

test.each<[string, [number, number], [number, number], string?]>([
  ['not far enough', [100, 300], [100 + FAR - 1, 300]],
  ['up or down', [100, 300], [100 + FAR, 100]],
  ['to the left', [300, 300], [100, 300]],
  ['from the edge, which is the way back', [10, 300], [300, 300]],
  ['with a mouse', [100, 300], [300, 300], 'mouse'],
])('a row that is drawn %s marks nobody', async (_, from, to, pointer) => {
  await open()
  const row = await rowOf('Trần Minh')
  draw(row, from, to, pointer)
  expect(row).not.toHaveAttribute('data-drawn')
  // The next mark is the first that the server hears of.
  draw(await rowOf('Đỗ Thị Hòa'), [100, 300], [300, 300])
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.to).toBe('u1')
})

test('a row that the browser scrolls away with marks nobody', async () => {
  await open()
  const row = await rowOf('Trần Minh')
  fireEvent.pointerDown(row, {
    pointerId: 1,
    pointerType: 'touch',
    isPrimary: true,
    clientX: 100,
    clientY: 300,
  })
  fireEvent.pointerMove(row, { pointerId: 1, clientX: 250, clientY: 300 })
  expect(row).toHaveAttribute('data-drawn', 'far')
  fireEvent.pointerCancel(row, { pointerId: 1 })
  fireEvent.pointerUp(row, { pointerId: 1, clientX: 250, clientY: 300 })
  expect(row).not.toHaveAttribute('data-drawn')
  draw(await rowOf('Đỗ Thị Hòa'), [100, 300], [300, 300])
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.to).toBe('u1')
})

test('more than a day before the meeting the first mark asks, and an excuse does not', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T02:00:00Z'))
  sessionStorage.clear()
  const { user } = await open()
  await user.click(await press('Đỗ Thị Hòa: excused'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(await press('Trần Minh: present'))
  const question = { name: 'The event is 4 days away' }
  const dialog = within(await screen.findByRole('dialog', question))
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
  await user.type(screen.getByRole('searchbox'), 'minh{Enter}')
  await user.click(
    within(await screen.findByRole('dialog', question)).getByRole('button', { name: 'Mark anyway' }),
  )
  await waitFor(() => expect(sent[1]).toEqual({ to: 'u2', body: { mark: 'present', seen: null } }))
  // Once is enough.
  await user.click(await press('Đỗ Thị Hòa: late'))
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a part of a name without accents and the Enter key mark the only one found', async () => {
  const { user } = await open()
  const search = await screen.findByRole('searchbox', { name: 'Find a name' })
  await user.type(search, 'hoa{Enter}')
  await waitFor(() => expect(sent).toEqual([{ to: 'u1', body: { mark: 'present', seen: null } }]))
  expect(search).toHaveValue('')
  // Two are found.
  await user.type(search, 'gom{Enter}')
  expect(search).toHaveValue('gom')
  expect(sent).toHaveLength(1)
})

test('a large group is shown part by part, and a search covers all of it', async () => {
  roll.members = Array.from({ length: 450 }, (_, at) => ({
    ...HOA,
    userId: `u${at}`,
    fullName: `Hội viên ${at + 1}`,
  }))
  const { user } = await open()
  const shown = async () =>
    within(await screen.findByRole('list', { name: 'Members' })).getAllByRole('listitem')
  expect(await shown()).toHaveLength(200)
  await user.click(await press('Show more (250 left)'))
  expect(await shown()).toHaveLength(400)
  await user.click(screen.getByRole('searchbox'))
  await user.paste('vien 449')
  expect(await shown()).toHaveLength(1)
})

test('words of a name find it in any place', async () => {
  roll.members = [{ ...HOA, fullName: 'Hoàng Thanh Mai' }, MINH]
  const { user } = await open()
  await user.type(await screen.findByRole('searchbox', { name: 'Find a name' }), 'hoang mai')
  expect(screen.getByText('Hoàng Thanh Mai')).toBeVisible()
  expect(screen.queryByText('Trần Minh')).toBeNull()
})

test('all members without a mark are present after a question', async () => {
  roll.members = [HOA, MINH, { ...HOA, userId: 'u3', fullName: 'Lê An', mark: 'excused' }]
  const { user } = await open()
  await user.click(await press('Mark the rest present'))
  const question = within(await screen.findByRole('dialog', { name: 'Mark 2 members present?' }))
  expect(sent).toEqual([])
  await user.click(question.getByRole('button', { name: 'Mark present' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark the rest present' })).toBeNull())
  const body = { mark: 'present', seen: null }
  expect(sent).toEqual([
    { to: 'u1', body },
    { to: 'u2', body },
  ])
})

test('a figure shows only the people that it counts', async () => {
  roll.members = [{ ...HOA, mark: 'excused' }, MINH]
  const { user } = await open()
  await user.click(await press(/Excused/))
  expect(screen.queryByText('Trần Minh')).toBeNull()
  expect(screen.getByText('Đỗ Thị Hòa')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Guests' })).toBeNull()
})

test('on a phone one guest and two guests are told apart', async () => {
  onPhone()
  const app = await open()
  expect(await press('1 guest')).toBeVisible()
  roll.guests = [GUEST, { ...GUEST, attendanceId: 'a10' }]
  await app.refetch()
  expect(await press('2 guests')).toBeVisible()
})

test('the arrow keys go from member to member', async () => {
  const { user } = await open()
  const first = await press('Đỗ Thị Hòa: present')
  first.focus()
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(await press('Trần Minh: has a substitute')).toHaveFocus()
})

test('a substitute needs a name, and is removed after a question only', async () => {
  const { user } = await open()
  await user.click(await press('Trần Minh: has a substitute'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Substitute for Trần Minh' }))
  await user.click(dialog.getByRole('button', { name: 'Save substitute' }))
  expect(await dialog.findByText('Please fill this in.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Full name' }), 'Phạm Thay')
  await user.click(dialog.getByRole('button', { name: 'Save substitute' }))
  const substitute = { fullName: 'Phạm Thay', phone: null, email: null, company: null }
  await waitFor(() => expect(sent[0]?.body).toEqual({ mark: 'substituted', seen: null, substitute }))
  roll = {
    ...roll,
    members: [
      HOA,
      {
        ...MINH,
        mark: 'substituted',
        substitute: { attendanceId: 'a1', fullName: 'Phạm Thay', company: '' },
      },
    ],
  }
  await user.click(await press('Đỗ Thị Hòa: excused'))
  expect(await screen.findByText('Substitute: Phạm Thay')).toBeVisible()
  await user.click(await press('Trần Minh: present'))
  await user.click(await press('Cancel'))
  expect(sent).toHaveLength(2)
  await user.click(await press('Trần Minh: present'))
  await user.click(await press('Remove substitute'))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ mark: 'present', seen: 'substituted' }))
})

test('a mark that was set meanwhile is reported, and the list is refetched', async () => {
  const { user } = await open()
  const button = await press('Trần Minh: present')
  server.use(
    http.put('/group/{groupId}/event/{eventId}/roll-call/{userId}', ({ response }) =>
      response('default').json(refused(5008, ['Somebody else has just marked this member.']), {
        status: 409,
      }),
    ),
  )
  roll = { ...roll, members: [HOA, { ...MINH, mark: 'excused' }] }
  await user.click(button)
  expect(await screen.findByText('Somebody else has just marked this member.')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Trần Minh: excused' })).toHaveAttribute(
      'aria-pressed',
      'true',
    ),
  )
})

test('a guest is added with the member who invited them', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/group/{groupId}/event/{eventId}/roll-call/guest', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok({}, ['Guest added']))
    }),
  )
  const { user } = await open()
  await user.click(await press('Add guest'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add guest' }))
  await user.type(dialog.getByRole('textbox', { name: 'Full name' }), 'Lý Mới')
  await user.click(dialog.getByRole('combobox', { name: 'Invited by' }))
  await user.click(await screen.findByRole('option', { name: 'Đỗ Thị Hòa' }))
  await user.click(dialog.getByRole('button', { name: 'Add guest' }))
  expect(await screen.findByText(/^.+ is added as a guest$/)).toBeVisible()
  expect(bodies).toEqual([{ fullName: 'Lý Mới', phone: null, email: null, company: null, invitedBy: 'u1' }])
})

test('attendance is sorted by share, and a share leads to its meetings', async () => {
  server.use(
    http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
    http.get('/group/{groupId}', ({ response }) => response(200).json(ok(groupOf()))),
    http.get('/group/{groupId}/post', ({ response }) =>
      response(200).json(ok({ items: [], pinned: [], pending: 0, nextCursor: null } as never)),
    ),
    http.get('/group/{groupId}/attendance', ({ response }) =>
      response(200).json(
        ok({
          meetings: [
            { eventId: 'e1', title: 'Họp chapter', eventStartDate: '2026-03-04T23:30:00Z' },
            { eventId: 'e2', title: 'Họp chapter', eventStartDate: '2026-03-11T23:30:00Z' },
          ],
          members: [
            { userId: 'u1', fullName: 'Đỗ Thị Hòa', avatar: null, outcomes: ['present', 'substituted'] },
            { userId: 'u2', fullName: 'Trần Minh', avatar: null, outcomes: ['absent', 'excused'] },
          ],
        }),
      ),
    ),
  )
  const { user } = await renderApp('/my-group/g1?tab=statistics&show=attendance')
  const table = within(await screen.findByRole('table', { name: 'Attendance' }))
  const names = () => table.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Đỗ Thị Hòa', 'Trần Minh'])
  await user.click(table.getByRole('button', { name: 'Share' }))
  expect(names()).toEqual(['Trần Minh', 'Đỗ Thị Hòa'])
  await user.click(table.getByRole('button', { name: /^Đỗ Thị Hòa: 2 of 2 meetings, 100%/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Đỗ Thị Hòa' }))
  expect(dialog.getByRole('link', { name: 'Mar 12, 2026 · Họp chapter' })).toHaveAttribute(
    'href',
    '/my-group/g1/roll-call/e2',
  )
})
