import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { EVENT as FULL_EVENT } from '~/features/events/fixtures'
import { groupOf, MY_GROUP } from '~/features/groups/fixtures'
import type { GroupRole } from '~/features/groups/queries'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, NO_EVENTS, ok, refused, server } from '~/test/server'
import { CONSENT, EVENT } from './fixtures'
import type { GroupEvent, Series, SeriesCourse } from './queries'

const SERIES: Series = {
  id: 's1',
  title: 'Họp chapter',
  startTime: '06:30',
  endTime: '08:30',
  venueAddress: 'Khách sạn Sông Hàn',
  coming: ['2026-03-04T23:30:00Z', '2026-03-11T23:30:00Z'],
  registered: 3,
  version: 2,
}

let series: Series[]

/** The group has these coming events, and those of `past`; returns the registrations that are sent. */
function serve(
  events: GroupEvent[],
  role: GroupRole = 'member',
  archivedAt: string | null = null,
  past: GroupEvent[] = [],
) {
  let items = events
  const coursesOf = (shown: GroupEvent[]): SeriesCourse[] =>
    [...new Set(shown.flatMap(({ seriesId }) => seriesId ?? []))].map((id) => ({
      id,
      meetings: [...past, ...items]
        .filter(({ seriesId }) => seriesId === id)
        .map((event) => ({
          id: event.id,
          eventStartDate: event.eventStartDate,
          isOver: event.isOver,
          isCancelled: event.isCancelled,
          cancelReason: event.isCancelled ? 'Trùng Tết' : null,
          isRegistered: event.registration !== null,
        })),
    }))
  const sent: { key: string | null; body: unknown }[] = []
  server.use(
    // Before the path that would match it, too.
    http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
    http.get('/group/{groupId}', ({ response }) =>
      response(200).json(ok(groupOf({ myRole: role }, { archivedAt }))),
    ),
    http.get('/group/{groupId}/series', ({ response }) => response(200).json(ok(series))),
    http.get('/group/{groupId}/event', ({ request, response }) => {
      const query = new URL(request.url).searchParams
      const one = query.get('event')
      if (one) {
        const found = [...items, ...past].filter(({ id }) => id === one)
        return response(200).json(
          ok({ items: found, total: found.length, series: coursesOf(found), consent: CONSENT }),
        )
      }
      const found = query.get('period') === 'past' ? past : items
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const shown = found.slice((page - 1) * limit, page * limit)
      return response(200).json(
        ok({ items: shown, total: found.length, series: coursesOf(shown), consent: CONSENT }),
      )
    }),
    http.post('/event/{eventId}/register', async ({ request, response }) => {
      sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() })
      items = items.map((event) => ({ ...event, registration: { ownKey: 'a1.key', confirmBy: null } }))
      return response(200).json(
        ok(
          {
            attendanceId: 'a1',
            ticketCode: '7K2Q9XAB0CDE',
            qr: null,
            ticket: null,
            paymentInfo: null,
            ownKey: 'a1.key',
            canChange: true,
            message: 'The ticket is on its way to you.',
          },
          ['The ticket is on its way to you.'],
        ),
      )
    }),
  )
  return sent
}

/** A meeting of the series, in the order of the numbers. */
const meeting = (number: number): GroupEvent => ({
  ...EVENT,
  id: `m${number}`,
  title: 'Họp chapter',
  eventStartDate: new Date(Date.UTC(2026, 2, 5 + 7 * number, 23, 30)).toISOString(),
  seriesId: 's1',
})

const open = () => renderApp('/my-group/g1?tab=events')

beforeEach(() => {
  series = []
  loggedInAs()
})

test('one press registers with the profile, and the ticket takes its place', async () => {
  const sent = serve([EVENT])
  const { user } = await open()
  expect(await screen.findByText(/8 seats left/)).toBeVisible()
  expect(await screen.findByText(/I agree that my details/)).toBeVisible()
  await user.dblClick(await screen.findByRole('button', { name: 'Register: Gặp mặt đầu xuân' }))
  const ticket = await screen.findByRole('link', { name: 'My ticket: Gặp mặt đầu xuân' })
  expect(ticket).toHaveAttribute('href', '/form/e1/ticket#a1.key')
  const { fullName, email, phone, company } = ME
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(sent[0]?.body).toEqual({
    fullName,
    email,
    phone,
    company,
    ticketId: null,
    answers: [],
    consent: true,
  })
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(screen.getByText('You are registered')).toBeVisible()
  expect(screen.getByText('You are registered for “Gặp mặt đầu xuân”.')).toBeVisible()
})

const [THIS, GONE] = ['01a218f6-2a2d-765d-aea7-269126badaab', '01a218f6-2a2d-765d-aea7-269126badaac']
const openOne = (id: string) => renderApp(`/my-group/g1?tab=events&event=${id}`)

test('a notification leads to an event that is over by the clock of the server', async () => {
  serve([], 'member', null, [{ ...EVENT, id: THIS, status: 'closed', isOver: true }])
  await openOne(THIS)
  expect(await screen.findByText('Over')).toBeVisible()
  expect(screen.queryByText(/Registration closed/)).toBeNull()
})

test('a notification leads to one event, with a way to the others', async () => {
  serve([EVENT, { ...EVENT, id: THIS, title: 'Họp ban quản lý' }])
  const { user } = await openOne(THIS)
  expect(await screen.findByRole('link', { name: 'Họp ban quản lý' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Gặp mặt đầu xuân' })).toBeNull()
  expect(screen.queryByRole('radio', { name: 'Past' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'All events of the group' }))
  expect(await screen.findByRole('link', { name: 'Gặp mặt đầu xuân' })).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Past' })).toBeInTheDocument()
})

test('a cancelled event is shown, too, with the coming meetings of its series', async () => {
  const cancelled = {
    ...meeting(0),
    id: THIS,
    title: 'Buổi đã huỷ',
    isCancelled: true,
    status: 'closed',
  } as const
  serve([meeting(1), meeting(2)], 'member', null, [cancelled])
  await openOne(THIS)
  expect(await screen.findByRole('heading', { name: 'Buổi đã huỷ' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Buổi đã huỷ' })).toBeNull()
  const others = await screen.findByRole('list', { name: 'Other coming meetings' })
  expect(within(others).getAllByRole('listitem')).toHaveLength(2)
})

test('from one meeting, all coming ones of its series can be registered for', async () => {
  const sent = serve([
    { ...meeting(0), id: THIS },
    meeting(1),
    { ...meeting(2), id: 'other', seriesId: 's2' },
    meeting(3),
  ])
  const { user } = await openOne(THIS)
  const others = await screen.findByRole('list', { name: 'Other coming meetings' })
  expect(within(others).getAllByRole('listitem')).toHaveLength(2)
  await user.click(await screen.findByRole('button', { name: 'Register for all 3 meetings “Họp chapter”' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('You are registered for 3 events.')).toBeVisible()
  expect(sent).toHaveLength(3)
})

test('an event that has left the group is named as gone', async () => {
  serve([EVENT])
  await openOne(GONE)
  expect(await screen.findByText('This event is no longer in the group')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All events of the group' })).toBeVisible()
})

test('an address that names no event of the group leads to all of them', async () => {
  serve([EVENT])
  await openOne('e1')
  expect(await screen.findByRole('radio', { name: 'Past' })).toBeInTheDocument()
})

test('meetings that are over are not offered together', async () => {
  const past = [meeting(0), meeting(1)].map((event) => ({ ...event, isOver: true }))
  serve([EVENT], 'member', null, past)
  const { user } = await open()
  await user.click(await screen.findByText('Past'))
  expect(await screen.findByText('2 meetings on this page')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show each meeting' }))
  expect(await screen.findAllByRole('link', { name: /^Họp chapter, / })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /Register for all/ })).toBeNull()
})

test('a question registers for all meetings of a series that need only the profile', async () => {
  const sent = serve([
    EVENT,
    meeting(0),
    { ...meeting(1), oneStep: null },
    { ...meeting(2), seatsLeft: 0 },
    meeting(3),
    { ...meeting(4), id: 'other', seriesId: 's2' },
  ])
  const { user } = await open()
  const name = 'Register for all 2 meetings “Họp chapter”'
  await user.click(await screen.findByRole('button', { name }))
  const question = within(
    await screen.findByRole('dialog', { name: 'Register for 2 meetings “Họp chapter”?' }),
  )
  expect(question.getByText(/from Mar 6, 2026 to Mar 27, 2026/)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('You are registered for 2 events.')).toBeVisible()
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a refusal of one meeting does not stop the others, and is named with its reason', async () => {
  const sent = serve([meeting(0), meeting(1), meeting(2)])
  const { user } = await open()
  const name = 'Register for all 3 meetings “Họp chapter”'
  await user.click(await screen.findByRole('button', { name }))
  server.use(
    http.post('/event/{eventId}/register', ({ params, response }) =>
      params.eventId === 'm1'
        ? response('default').json(refused(5003, ['All seats of this event are taken.']), { status: 409 })
        : undefined,
    ),
  )
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Register' }))
  const outcome = await screen.findByText('Registered for 2 of 3 meetings')
  expect(outcome).toBeVisible()
  expect(screen.getByText('Họp chapter, Mar 13, 2026: All seats of this event are taken.')).toBeVisible()
  expect(sent).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(outcome).not.toBeInTheDocument()
})

test('a series is one card with a dot for each of its meetings', async () => {
  const over = { ...meeting(-8), isOver: true, eventStartDate: '2020-01-01T23:30:00Z' }
  const coming = (number: number) => ({
    ...meeting(number),
    eventStartDate: new Date(Date.UTC(2098, 0, 2 + 7 * number, 23, 30)).toISOString(),
    isScarce: false,
  })
  const cancelled = { ...coming(2), isCancelled: true }
  const mine = { ...coming(1), registration: { ownKey: 'a1.key', confirmBy: null } }
  serve([coming(0), mine], 'member', null, [over, cancelled])
  const { user } = await open()
  const list = await screen.findByRole('list', { name: 'Upcoming' })
  expect(within(list).getAllByRole('heading')).toHaveLength(1)
  const dots = within(screen.getByRole('list', { name: 'Meetings “Họp chapter”' }))
  expect(dots.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Jan 2, 2020: over',
    'Jan 17, 2098: coming, canceled',
    'Jan 3, 2098: next meeting',
    'Jan 10, 2098: coming, you are registered',
  ])
  expect(screen.queryByText(/seats left/)).toBeNull()
  const each = screen.getByRole('button', { name: 'Show each meeting' })
  expect(each).toHaveAttribute('aria-expanded', 'false')
  await user.click(each)
  const rows = within(await screen.findByRole('list', { name: 'Each meeting “Họp chapter”' }))
  const texts = rows.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toHaveLength(3)
  expect(texts[0]).toMatch(/^Friday, Jan 3, 2098/)
  expect(texts[2]).toBe('Friday, Jan 17, 2098, 06:30Trùng TếtCanceled')
  expect(rows.getByRole('link', { name: 'My ticket: Họp chapter, Jan 10, 2098' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show less' }))
  expect(each).toHaveAttribute('aria-expanded', 'false')
})

test('one meeting that is left has one day', async () => {
  serve([{ ...meeting(0), eventStartDate: '2098-01-02T23:30:00Z' }])
  await open()
  expect(await screen.findByText('1 more meeting: Jan 3, 2098')).toBeVisible()
})

test('who may change a meeting cancels it alone', async () => {
  serve([{ ...meeting(0), isOwn: true }, meeting(1)], 'owner')
  const cancelled: string[] = []
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response(200).json(ok({ ...FULL_EVENT, id: 'm0', registeredCount: 0 })),
    ),
    http.get('/event/{eventId}/letter', ({ response }) => response(200).json(ok({ letter: null }))),
    http.post('/event/{eventId}/cancel', ({ params, response }) => {
      cancelled.push(params.eventId)
      return response(200).json(ok(FULL_EVENT, ['Event canceled.']))
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Show each meeting' }))
  const menus = await screen.findAllByRole('button', { name: /^Actions on Họp chapter/ })
  await user.click(menus[1] as HTMLElement)
  expect(await screen.findByRole('menuitem', { name: 'Roll call' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Cancel this meeting' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(menus[0] as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel this meeting' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this event?' }))
  expect(dialog.getByText(/^Nobody has registered/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel event' }))
  await waitFor(() => expect(cancelled).toEqual(['m0']))
})

test('refusals stay named when no event is left', async () => {
  serve([meeting(0), meeting(1)])
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Register for all 2 meetings “Họp chapter”' }))
  serve([])
  server.use(
    http.post('/event/{eventId}/register', ({ response }) =>
      response('default').json(refused(5005, ['This event does not exist.']), { status: 404 }),
    ),
  )
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('No upcoming events')).toBeVisible()
  expect(screen.getByText('Registered for 0 of 2 meetings')).toBeVisible()
})

test('without a connection no further meeting is tried', async () => {
  let tried = 0
  serve([meeting(0), meeting(1), meeting(2)])
  server.use(
    http.post('/event/{eventId}/register', ({ response }) => {
      tried += 1
      return response.untyped(HttpResponse.error())
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Register for all 3 meetings “Họp chapter”' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('Registered for 0 of 3 meetings')).toBeVisible()
  expect(screen.getAllByText(/^Họp chapter, .+ 2026: /)).toHaveLength(3)
  expect(tried).toBe(1)
})

test('meetings beyond the page that is shown are registered for, too', async () => {
  const sent = serve(Array.from({ length: 120 }, (_, at) => meeting(at)))
  const { user } = await open()
  const name = 'Register for all 120 meetings “Họp chapter”'
  await user.click(await screen.findByRole('button', { name }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('You are registered for 120 events.')).toBeVisible()
  expect(sent).toHaveLength(120)
})

test('the profile needs only the data that the event requires, also for a series', async () => {
  const asksNothing = { ticketId: null, phoneQuestion: 'OPTIONAL', companyQuestion: 'OFF' } as const
  const sent = serve([
    { ...meeting(0), oneStep: asksNothing },
    { ...meeting(1), oneStep: asksNothing },
    meeting(2),
    { ...meeting(3), oneStep: { ...asksNothing, phoneQuestion: 'REQUIRED' } },
  ])
  server.use(
    http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, phone: '', company: '' }))),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Show each meeting' }))
  expect(await screen.findAllByRole('button', { name: /^Register: Họp chapter, / })).toHaveLength(2)
  expect(screen.getAllByRole('link', { name: /^Fill in the registration form: Họp chapter, / })).toHaveLength(
    2,
  )
  await user.click(screen.getByRole('button', { name: 'Register for all 2 meetings “Họp chapter”' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('You are registered for 2 events.')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ phone: '', company: '' }),
    expect.objectContaining({ phone: '', company: '' }),
  ])
})

test('an event that asks for more leads to its form, and so does a profile that lacks a detail', async () => {
  serve([{ ...EVENT, oneStep: null }])
  const { unmount } = await open()
  const name = 'Fill in the registration form: Gặp mặt đầu xuân'
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/form/e1')
  unmount()
  serve([EVENT])
  server.use(http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, company: '' }))))
  await open()
  expect(await screen.findByRole('link', { name })).toBeVisible()
})

test('a refusal is said, and the list is asked again', async () => {
  serve([EVENT])
  const { user } = await open()
  const button = await screen.findByRole('button', { name: /^Register:/ })
  serve([{ ...EVENT, seatsLeft: 0 }])
  server.use(
    http.post('/event/{eventId}/register', ({ response }) =>
      response('default').json(refused(5003, ['All seats of this event are taken.']), { status: 409 }),
    ),
  )
  await user.click(button)
  expect(await screen.findByText('All seats of this event are taken.')).toBeVisible()
  expect(await screen.findByText('All seats are taken')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Register:/ })).not.toBeInTheDocument()
})

test('a seat that waits for its confirmation leads to the page that confirms it', async () => {
  serve([{ ...EVENT, registration: { ownKey: 'a1.key', confirmBy: '2026-01-02T01:00:00Z' } }])
  await open()
  const confirm = await screen.findByRole('link', { name: 'Confirm my registration: Gặp mặt đầu xuân' })
  expect(confirm).toHaveAttribute('href', '/form/e1/ticket#a1.key')
})

test('leaders begin an event that belongs to the group', async () => {
  serve([], 'manager')
  server.use(http.get('/group/mine', ({ response }) => response(200).json(ok([MY_GROUP]))))
  const { user, router } = await open()
  expect(await screen.findByText('No upcoming events')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Create event for this group' }))
  expect(await screen.findByRole('combobox', { name: 'Group' })).toHaveValue(MY_GROUP.name)
  expect(router.state.location.search).toEqual({ group: 'g1' })
})

test('an archived group is only read', async () => {
  serve([{ ...EVENT, isOwn: true }], 'owner', '2026-01-02T01:00:00Z')
  await open()
  expect(await screen.findByText('Gặp mặt đầu xuân')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Create event for this group' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Register:/ })).not.toBeInTheDocument()
})

test('past events are a press away', async () => {
  serve([EVENT])
  const { user } = await open()
  const list = await screen.findByRole('list', { name: 'Upcoming' })
  expect(within(list).getByText('Members only')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Past' }))
  await waitFor(() => expect(screen.getByText('No past events')).toBeVisible())
})

test('a series is planned by its rule, without a holiday', async () => {
  const bodies: unknown[] = []
  serve([], 'manager')
  server.use(
    http.get('/event', ({ response }) => response(200).json(ok({ ...NO_EVENTS, participantLimit: 200 }))),
    http.post('/group/{groupId}/series', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok({}, ['Meetings planned']))
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Plan regular meetings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan regular meetings' }))
  const fill = async (label: RegExp, text: string) => {
    const field = dialog.getByLabelText(label)
    await user.clear(field)
    await user.click(field)
    await user.paste(text)
  }
  expect(await dialog.findByText(/^Each meeting has 200 seats/)).toBeVisible()
  await fill(/^Name of the meeting/, 'Họp chapter')
  await fill(/^Venue/, 'Khách sạn')
  await fill(/^Number of meetings/, '3')
  await fill(/^First meeting/, '30/12/2097')
  await user.clear(dialog.getByLabelText(/^Starts/))
  await fill(/^Ends/, '5 giờ')
  await user.click(dialog.getByText('Plan 3 meetings'))
  expect(await dialog.findByLabelText(/^Starts/)).toHaveAccessibleDescription('Please fill this in.')
  expect(dialog.getByLabelText(/^Ends/)).toHaveAccessibleDescription('Enter a time such as 18:30.')
  await fill(/^Starts/, '630')
  await fill(/^Ends/, '5')
  await user.click(dialog.getByText('Plan 3 meetings'))
  expect(await dialog.findByText('The meeting must end after it starts.')).toBeVisible()
  await fill(/^Ends/, '8h30')
  await user.click(dialog.getByLabelText(/6 January 2098|January 6, 2098/))
  await user.click(dialog.getByText('Plan 2 meetings'))
  expect(await screen.findByText('2 meetings “Họp chapter” are planned')).toBeVisible()
  expect(bodies).toEqual([
    {
      title: 'Họp chapter',
      days: ['2097-12-30', '2098-01-13'],
      startTime: '06:30',
      endTime: '08:30',
      venueAddress: 'Khách sạn',
      membersOnly: true,
    },
  ])
})

test('holidays are unticked with their names, and a series without a day cannot be planned', async () => {
  serve([], 'manager')
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Plan regular meetings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan regular meetings' }))
  const submit = (name: string) => dialog.getByRole('button', { name })
  expect(submit('Plan 0 meetings')).toHaveAccessibleDescription('Choose the first meeting to see the days.')
  await user.click(submit('Plan 0 meetings'))
  expect(dialog.queryByText('Please fill in this field.')).toBeNull()
  const first = dialog.getByLabelText(/^First meeting/)
  await user.click(first)
  await user.paste('30/01/2027')
  await user.clear(dialog.getByLabelText(/^Number of meetings/))
  await user.type(dialog.getByLabelText(/^Number of meetings/), '2')
  const holiday = await dialog.findByRole('checkbox', { name: /6 February 2027|February 6, 2027/ })
  expect(holiday).not.toBeChecked()
  expect(dialog.getByText(/– Lunar New Year, day 1$/)).toBeVisible()
  expect(submit('Plan 1 meeting')).not.toHaveAttribute('aria-disabled')
  await user.click(holiday)
  expect(submit('Plan 2 meetings')).toBeVisible()
  await user.click(holiday)
  await user.click(dialog.getByRole('checkbox', { name: /30 January 2027|January 30, 2027/ }))
  expect(submit('Plan 0 meetings')).toHaveAccessibleDescription('You have unchecked every day.')
})

const openMenu = async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name: 'Actions on coming meetings “Họp chapter”' }))

test('leaders change and cancel coming meetings, and call the roll', async () => {
  const bodies: unknown[] = []
  series = [SERIES]
  serve([EVENT, meeting(0), meeting(1)], 'owner')
  server.use(
    http.put('/group/{groupId}/series/{id}', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok({}, ['Changed']))
    }),
    http.post('/group/{groupId}/series/{id}/cancel', async ({ request, response }) => {
      bodies.push(await request.json())
      series = []
      serve([EVENT], 'owner')
      return response(200).json(ok({}, ['Canceled']))
    }),
  )
  const { user } = await open()
  expect(await screen.findByRole('link', { name: /^Roll call: Gặp mặt đầu xuân/ })).toHaveAttribute(
    'href',
    '/my-group/g1/roll-call/e1',
  )
  await openMenu(user)
  await user.click(await screen.findByRole('menuitem', { name: 'Change day, time or place' }))
  const place = await screen.findByLabelText(/^Venue/)
  await user.clear(place)
  await user.click(place)
  await user.paste('Nhà hàng')
  await user.click(screen.getByRole('button', { name: 'Change 2 meetings' }))
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        startTime: '06:30',
        endTime: '08:30',
        venueAddress: 'Nhà hàng',
        weekday: null,
        from: null,
        version: 2,
      },
    ]),
  )
  await openMenu(user)
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel coming meetings' }))
  expect(await screen.findByText('3 registered people will be told by email.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel 2 meetings' }))
  await waitFor(() => expect(screen.queryByText('Họp chapter')).toBeNull())
})

test('a series that another leader changed meanwhile is compared before it is changed', async () => {
  const bodies: unknown[] = []
  series = [SERIES]
  const theirs: Series = {
    ...SERIES,
    startTime: '18:00',
    endTime: '20:00',
    venueAddress: 'Nhà hàng Biển',
    coming: ['2026-03-03T11:00:00Z', '2026-03-10T11:00:00Z'],
    version: 4,
  }
  serve([EVENT, meeting(0)], 'owner')
  server.use(
    http.put('/group/{groupId}/series/{id}', async ({ request, response }) => {
      bodies.push(await request.json())
      if (bodies.length > 1) return response(200).json(ok({}, ['Changed']))
      return response.untyped(
        Response.json({ code: 5008, messages: ['Changed meanwhile'], data: theirs }, { status: 409 }),
      )
    }),
  )
  const { user } = await open()
  await openMenu(user)
  await user.click(await screen.findByRole('menuitem', { name: 'Change day, time or place' }))
  const place = await screen.findByLabelText(/^Venue/)
  await user.clear(place)
  await user.paste('Nhà hàng Sông')
  await user.click(screen.getByRole('button', { name: 'Change 2 meetings' }))
  // The typed place stays beside the other leader's, and what was not typed follows theirs.
  const choice = await screen.findByRole('radiogroup', { name: 'Venue' })
  expect(within(choice).getByLabelText(/Nhà hàng Sông/)).toBeChecked()
  expect(screen.getByLabelText(/^Venue/, { selector: 'input' })).toHaveValue('Nhà hàng Sông')
  await user.click(screen.getByRole('button', { name: 'Change 2 meetings' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies).toMatchObject([
    { startTime: '06:30', version: 2, from: null },
    { startTime: '18:00', endTime: '20:00', venueAddress: 'Nhà hàng Sông', version: 4, from: null },
  ])
})

test('a chosen day that another leader moved meanwhile gives way to the coming one', async () => {
  const bodies: unknown[] = []
  series = [SERIES]
  const theirs: Series = { ...SERIES, coming: ['2026-03-03T23:30:00Z', '2026-03-10T23:30:00Z'], version: 4 }
  serve([EVENT, meeting(0)], 'owner')
  server.use(
    http.put('/group/{groupId}/series/{id}', async ({ request, response }) => {
      bodies.push(await request.json())
      if (bodies.length > 1) return response(200).json(ok({}, ['Changed']))
      return response.untyped(
        Response.json({ code: 5008, messages: ['Changed meanwhile'], data: theirs }, { status: 409 }),
      )
    }),
  )
  const { user } = await open()
  await openMenu(user)
  await user.click(await screen.findByRole('menuitem', { name: 'Change day, time or place' }))
  const first = () => screen.getByRole('combobox', { name: 'From which meeting on' })
  await user.click(first())
  await user.click(await screen.findByRole('option', { name: /March 12/ }))
  await user.click(screen.getByRole('button', { name: 'Change 1 meeting' }))
  await screen.findByRole('alert')
  expect(first()).toHaveDisplayValue(/March 11/)
  await user.click(screen.getByRole('button', { name: 'Change 1 meeting' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies).toMatchObject([
    { version: 2, from: '2026-03-12' },
    { version: 4, from: '2026-03-11' },
  ])
})

test('members neither plan meetings nor call the roll', async () => {
  series = [SERIES]
  serve([EVENT])
  await open()
  expect(await screen.findByText('Gặp mặt đầu xuân')).toBeVisible()
  expect(screen.queryByRole('link', { name: /Roll call/ })).toBeNull()
  expect(screen.queryByText('Họp chapter')).toBeNull()
})
