import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { RIGHTS } from '~/features/events/fixtures'
import { session } from '~/lib/session'
import { keepTypedAt } from '~/lib/typed'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { type Message, messageQuery, messagesKey, type Starter } from './queries'

const PATH = '/participant-management/ev1/messages'

const SENT: Message = {
  id: 'm1',
  subject: 'Doors open at 8',
  content: '<p>Hello {{fullName}}</p>',
  segment: { kind: 'ticket', ticketId: 't1' },
  status: 'sent',
  problem: null,
  sendAt: '2026-11-20T01:00:00Z',
  sentAt: '2026-11-20T01:02:00Z',
  author: 'Lan',
  deliveries: { total: 1200, waiting: 0, sent: 1198, failed: 2, skipped: 0 },
  version: 2,
  createdAt: '2026-11-19T01:00:00Z',
  updatedAt: '2026-11-20T01:00:00Z',
}
const DRAFT: Message = {
  ...SENT,
  id: 'm2',
  subject: 'Draft for {{fullName}}',
  segment: { kind: 'unpaid' },
  status: 'draft',
  sendAt: null,
  sentAt: null,
  deliveries: { total: 0, waiting: 0, sent: 0, failed: 0, skipped: 0 },
}
/** The draft's subject on the screen, and in the field: a variable by its name. */
const DRAFT_SHOWN = "Draft for Guest's full name"
const DRAFT_WRITTEN = "Draft for [Guest's full name]"
const EVENT = {
  id: 'ev1',
  title: 'Autumn night',
  status: 'open',
  isCancelled: false,
  rights: RIGHTS,
  venueAddress: 'Opera House',
  tickets: [{ id: 't1', name: 'Standard', price: 0 }],
}

const STARTER: Starter = {
  kind: 'payment',
  subject: 'Reminder: {{amount}} due for {{eventTitle}}',
  content: '<p>Hello {{fullName}},</p>',
  segment: { kind: 'owing' },
  recipients: 26,
}
const SOON: Starter = {
  ...STARTER,
  kind: 'soon',
  subject: 'Coming up',
  segment: { kind: 'all' },
  recipients: 0,
}

let event: typeof EVENT
let messages: Message[]
let saves: unknown[]
let sent: unknown[]

beforeEach(() => {
  event = EVENT
  messages = [SENT, DRAFT]
  saves = []
  sent = []
  loggedInAs()
  server.use(
    http.get('/event/{eventId}', ({ response }) => response.untyped(HttpResponse.json(ok(event)))),
    http.get('/event/{eventId}/messages', ({ response }) =>
      response(200).json(ok({ items: messages, total: messages.length })),
    ),
    http.get('/event/{eventId}/messages/count', ({ response }) =>
      response(200).json(ok({ recipients: 250, optedOut: 3, leftToday: 20_000, perMinute: 240 })),
    ),
    http.get('/event/{eventId}/messages/starters', ({ response }) => response(200).json(ok([STARTER, SOON]))),
    http.get('/event/{eventId}/letter', ({ response }) => response(200).json(ok({ letter: null }))),
    http.post('/event/{eventId}/messages/preview', async ({ request, response }) => {
      const { subject } = await request.json()
      const mail = { subject, html: '<p>The mail</p>' }
      const lacking = subject.includes('ticketName') ? [{ name: 'ticketName', recipients: 3 }] : []
      return response(200).json(ok({ mail, fullName: 'Trần Thị Hoa', lacking }))
    }),
    http.post('/event/{eventId}/messages', async ({ request, response }) => {
      const body = await request.json()
      saves.push(body)
      return response(200).json(ok({ ...DRAFT, ...body, id: 'm3', version: 1 }, ['Message saved']))
    }),
    http.get('/event/{eventId}/messages/{id}', ({ params, response }) =>
      response(200).json(ok(messages.find(({ id }) => id === params.id) ?? SENT)),
    ),
    http.get('/event/{eventId}/messages/{id}/deliveries', ({ response }) =>
      response(200).json(
        ok({
          items: [
            {
              attendanceId: 'a1',
              fullName: 'Trần Thị Hoa',
              email: 'hoa@congty.vn',
              state: 'failed',
              attempts: 1,
              reason: 'refused',
              sentAt: null,
            },
          ],
          total: 1,
        }),
      ),
    ),
    http.put('/event/{eventId}/messages/{id}', async ({ request, response }) => {
      const change = await request.json()
      saves.push(change)
      const stored = { ...DRAFT, subject: change.subject ?? '', content: change.content ?? '', version: 3 }
      messages = [SENT, stored]
      return response(200).json(ok(stored, ['Message saved']))
    }),
    http.post('/event/{eventId}/messages/{id}/test', ({ response }) =>
      response(200).json(ok({}, ['A test was sent to an@hoi.vn'])),
    ),
    http.post('/event/{eventId}/messages/{id}/send', async ({ request, response }) => {
      sent.push(await request.json())
      return response(200).json(ok({ ...DRAFT, status: 'sending' }, ['Sending to 250 people']))
    }),
    http.post('/event/{eventId}/messages/{id}/retry', ({ response }) =>
      response(200).json(ok({ retried: 2 }, ['Trying again for 2 people'])),
    ),
  )
})

test('the list shows the recipients, the state and the outcome of each message', async () => {
  await renderApp(PATH)
  const row = within((await screen.findByText('Doors open at 8')).closest('tr') as HTMLElement)
  expect(row.getByText('Ticket class Standard')).toBeVisible()
  expect(row.getByText('Sent')).toBeVisible()
  expect(row.getByText('1,198 sent · 2 failed')).toBeVisible()
})

test('a subject in the list and above the message has the title, and a guest’s detail as in the text', async () => {
  messages = [{ ...SENT, subject: '{{ fullName }}: {{eventTitle}} {{foo}} [now]' }]
  const app = await renderApp(PATH)
  const row = await screen.findByRole('button', { name: "Guest's full name: Autumn night {{foo}} [now]" })
  const chip = within(row).getByText("Guest's full name")
  await app.user.click(row)
  const heading = await screen.findByRole('heading', { name: row.textContent ?? '' })
  expect(within(heading).getByText("Guest's full name")).toHaveClass(chip.className)
  const inText = await within(await screen.findByRole('group')).findByText("Guest's full name")
  expect(inText).toHaveClass(chip.className)
})

test('an empty list explains messages', async () => {
  messages = []
  const app = await renderApp(PATH)
  expect(await screen.findByText('No messages yet')).toBeVisible()
  await app.user.click(screen.getAllByRole('button', { name: 'Write a message' }).at(-1) as HTMLElement)
  expect(await screen.findByRole('heading', { name: 'New message' })).toBeVisible()
  await app.user.click(await screen.findByRole('button', { name: /Blank sheet/ }))
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toHaveValue('')
})

test('an empty list leads to the log, which has the letters about changes', async () => {
  messages = []
  server.use(
    http.get('/event/{eventId}/activities', ({ response }) =>
      response(200).json(ok({ items: [], nextCursor: null })),
    ),
    http.get('/event/{eventId}/activities/actors', ({ response }) => response(200).json(ok([]))),
  )
  await renderApp(PATH)
  const open = await screen.findByRole('button', { name: 'See the activities' })
  // Awaited, because the log comes in a file of its own.
  await act(async () => open.click())
  expect(await screen.findByRole('dialog', { name: 'Activities' })).toBeVisible()
})

test('a new message starts with a finished one; a card without recipients says so', async () => {
  const app = await renderApp(`${PATH}?message=new`)
  const reminder = await screen.findByRole('button', { name: /Payment reminder.* 26 recipients/ })
  expect(screen.getByRole('button', { name: /Happening soon.*no registrations yet/ })).toBeDisabled()
  await app.user.click(reminder)
  expect(await screen.findByRole('textbox', { name: 'Subject' })).toHaveValue(
    'Reminder: [Amount] due for [Event title]',
  )
  expect(screen.getByRole('combobox', { name: 'Recipients' })).toHaveValue(
    'Transfer still due (not reminded within 24 hours)',
  )
  expect(await screen.findByText('As Trần Thị Hoa gets it')).toBeVisible()
})

test('a finished reminder is sent with one press, and an edited one asks', async () => {
  const app = await renderApp(`${PATH}?message=new&start=payment`)
  await app.user.click(await screen.findByRole('button', { name: 'Send to 250 people' }))
  await waitFor(() => expect(sent).toEqual([{ version: 1 }]))
  expect(saves).toEqual([{ subject: STARTER.subject, content: STARTER.content, segment: { kind: 'owing' } }])
  app.unmount()
  const again = await renderApp(`${PATH}?message=new&start=payment`)
  await again.user.type(await screen.findByRole('textbox', { name: 'Subject' }), '!')
  await again.user.click(await screen.findByRole('button', { name: 'Send to 250 people' }))
  expect(await screen.findByRole('dialog', { name: 'Send to 250 people?' })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('a change of time or place that waits opens its own letter', async () => {
  const place = { eventStartDate: '2026-12-01T01:00:00Z', endDate: null, venueAddress: 'Opera House' }
  const letter = { changedAt: '2026-11-20T01:00:00Z', was: place, is: place, recipients: 2, leftToday: 9 }
  server.use(
    http.get('/event/{eventId}/letter', ({ response }) => response(200).json(ok({ letter }))),
    http.get('/event/{eventId}/messages/starters', ({ response }) =>
      response(200).json(ok([{ ...STARTER, kind: 'changed' }])),
    ),
  )
  await renderApp(`${PATH}?message=new`)
  const card = await screen.findByRole('link', { name: /Something changed/ })
  expect(card).toHaveAttribute('href', '/event-management/ev1?letter=true')
})

test('says before sending which recipients lack a variable', async () => {
  messages = [{ ...DRAFT, subject: 'For {{ticketName}}' }]
  await renderApp(`${PATH}?message=m2`)
  expect(await screen.findByText(/3 recipients have no “Ticket name”/)).toBeVisible()
})

test('the preview is as wide as on a phone or on a computer', async () => {
  const app = await renderApp(`${PATH}?message=m2`)
  const frame = await screen.findByTitle('Preview')
  expect(frame.parentElement).not.toHaveAttribute('data-wide')
  await app.user.click(screen.getByText('Computer'))
  expect(frame.parentElement).toHaveAttribute('data-wide', 'true')
})

test('a list that cannot be loaded offers to try again', async () => {
  server.use(
    http.get('/event/{eventId}/messages', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5000, ['Broken']), { status: 500 })),
    ),
  )
  await renderApp(PATH)
  expect(await screen.findByText('Broken')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('sending asks with the number, and sends the saved version', async () => {
  const app = await renderApp(`${PATH}?message=m2`)
  await app.user.type(await screen.findByRole('textbox', { name: 'Subject' }), '!')
  expect(
    await screen.findByText(/250 people would receive it now. 3 people have stopped your messages/),
  ).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Send to 250 people' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send to 250 people?' }))
  expect(sent).toEqual([])
  await app.user.click(dialog.getByRole('button', { name: 'Send to 250 people' }))
  await waitFor(() => expect(sent).toEqual([{ version: 3 }]))
  expect(await screen.findByText('Sending to 250 people')).toBeVisible()
})

test('a message to more people than the rest of the daily limit cannot be sent now', async () => {
  server.use(
    http.get('/event/{eventId}/messages/count', ({ response }) =>
      response(200).json(ok({ recipients: 250, optedOut: 0, leftToday: 249, perMinute: 240 })),
    ),
  )
  await renderApp(`${PATH}?message=m2`)
  expect(await screen.findByText(/more people than you can still write to/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send to 250 people' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Schedule' })).toBeEnabled()
})

test('failed mails show the reason and can be retried', async () => {
  const app = await renderApp(`${PATH}?message=m1`)
  expect(await screen.findByText('The mail server refuses this address')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Retry failed (2)' }))
  expect(await screen.findByText('Trying again for 2 people')).toBeVisible()
})

test('a saved draft opens again with its saved content, and can be saved again', async () => {
  const app = await renderApp(`${PATH}?message=m2`)
  await retype(app, 'Bring a coat')
  await app.user.click(screen.getByRole('button', { name: 'Save draft' }))
  await app.user.click(await screen.findByRole('button', { name: 'Bring a coat' }))
  await retype(app, 'Bring an umbrella', 'Bring a coat')
  await app.user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByRole('button', { name: 'Bring an umbrella' })).toBeVisible()
  expect(saves).toMatchObject([{ version: 2 }, { version: 3 }])
})

test('both texts are shown of a message that another person changed meanwhile', async () => {
  const theirs: Message = {
    ...DRAFT,
    subject: 'Bring boots',
    content: '<p>Rain is coming</p>',
    segment: { kind: 'vip' },
    version: 3,
  }
  server.use(
    http.put('/event/{eventId}/messages/{id}', async ({ request, response }) => {
      const change = await request.json()
      saves.push(change)
      if (change.version === theirs.version)
        return response(200).json(ok({ ...theirs, version: 4 }, ['Message saved']))
      const refusal = { ...refused(5008, ['Another person has changed this.']), data: { ...theirs } }
      return response('default').json(refusal, { status: 409 })
    }),
  )
  const app = await renderApp(`${PATH}?message=m2`)
  await retype(app, 'Bring a coat')
  await app.user.click(screen.getByRole('button', { name: 'Save draft' }))

  const subject = within(await screen.findByRole('radiogroup', { name: 'Subject' }))
  expect(subject.getByRole('radio', { name: 'Theirs: Bring boots' })).not.toBeChecked()
  expect(subject.getByRole('radio', { name: 'Yours: Bring a coat' })).toBeChecked()
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Bring a coat')
  // Fields that were not touched are as they are stored.
  expect(screen.getByRole('radio', { name: 'Theirs: Rain is coming' })).toBeChecked()
  await app.user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Message saved')).toBeVisible()
  expect(saves).toMatchObject([
    { subject: 'Bring a coat', version: 2 },
    { subject: 'Bring a coat', content: theirs.content, segment: { kind: 'vip' }, version: 3 },
  ])
})

test('a refused subject of a new message is told at the field, which gets the focus', async () => {
  server.use(
    http.post('/event/{eventId}/messages', ({ response }) =>
      response('default').json(refused(5002, ['Odd.'], { subject: ['This subject is odd'] }), {
        status: 400,
      }),
    ),
  )
  const { user } = await renderApp(`${PATH}?message=new&start=payment`)
  const subject = await screen.findByRole('textbox', { name: 'Subject' })
  await user.type(subject, '!')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('This subject is odd')).toBeVisible()
  await waitFor(() => expect(subject).toHaveFocus())
})

test('a detail that does not exist is refused in plain words, and the server is not asked', async () => {
  const asked: string[] = []
  server.use(
    http.post('/event/{eventId}/messages/preview', async ({ request, response }) => {
      asked.push((await request.json()).content)
      return response(200).json(ok({ mail: { subject: '', html: '' }, fullName: null, lacking: [] }))
    }),
  )
  messages = [{ ...DRAFT, subject: 'For {{foo}}', content: '<p>Hello {{bar}}</p>' }]
  const app = await renderApp(`${PATH}?message=m2`)
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  expect(await preview.findByText(/no such variable/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveFocus())
  expect(screen.getAllByText(/no such variable/)).toHaveLength(3)
  expect([asked, saves]).toEqual([[], []])
})

test('leaving unsaved changes asks first', async () => {
  const app = await renderApp(`${PATH}?message=m2`)
  await retype(app, 'Bring a coat')
  await app.user.click(screen.getByRole('button', { name: 'Back to messages' }))
  await app.user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Bring a coat')
  await app.user.click(screen.getByRole('button', { name: 'Back to messages' }))
  await app.user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByRole('button', { name: DRAFT_SHOWN })).toBeVisible()
  expect(saves).toEqual([])
})

test("text being written stays when the message's time comes", async () => {
  messages = [{ ...DRAFT, status: 'scheduled', sendAt: '2026-11-20T01:00:00Z' }]
  const app = await renderApp(`${PATH}?message=m2`)
  await retype(app, 'Bring a coat')
  messages = [{ ...DRAFT, status: 'sent' }]
  await app.queryClient.refetchQueries({ queryKey: messagesKey('ev1') })
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Bring a coat')
})

test('a test mail of a saved draft saves nothing', async () => {
  const app = await renderApp(`${PATH}?message=m2`)
  await app.user.click(await screen.findByRole('button', { name: 'Send me a test' }))
  expect(await screen.findByText('A test was sent to an@hoi.vn')).toBeVisible()
  expect(saves).toEqual([])
  await app.user.type(screen.getByRole('textbox', { name: 'Subject' }), '!')
  await app.user.click(screen.getByRole('button', { name: 'Send me a test' }))
  await waitFor(() => expect(saves).toHaveLength(1))
})

test('a cancelled event offers nothing that it refuses', async () => {
  event = { ...EVENT, isCancelled: true }
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('button', { name: DRAFT_SHOWN }))
  expect(await screen.findByText(/The event was canceled/)).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reuse the text' })).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Back to messages' }))
  await screen.findByRole('button', { name: DRAFT_SHOWN })
  expect(screen.queryByRole('button', { name: 'Write a message' })).toBeNull()
})

test('a message for a class that is gone says so and is not sent', async () => {
  messages = [{ ...DRAFT, segment: { kind: 'ticket', ticketId: 'gone' } }]
  const app = await renderApp(`${PATH}?message=m2`)
  expect(await screen.findByText(/ticket class of this message was deleted/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Send now' }))
  expect(await screen.findByText('Choose who receives it')).toBeVisible()
})

test('recipients that cannot be counted can be counted again', async () => {
  server.use(
    http.get('/event/{eventId}/messages/count', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5000, ['Broken']), { status: 500 })),
    ),
  )
  await renderApp(`${PATH}?message=m2`)
  expect(await screen.findByText('The recipients could not be counted.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

async function retype(app: Awaited<ReturnType<typeof renderApp>>, words: string, former = DRAFT_WRITTEN) {
  const subject = await screen.findByRole('textbox', { name: 'Subject' })
  expect(subject).toHaveValue(former)
  await app.user.clear(subject)
  await app.user.type(subject, words)
}

test.each(['sending', 'sent'] as const)(
  'the outcome of the last recipients is shown, also when the message was %s at first',
  async (status) => {
    const recipient = { attendanceId: 'a1', fullName: 'Trần Thị Hoa', email: 'hoa@congty.vn', attempts: 1 }
    let state: 'waiting' | 'sent' = 'waiting'
    server.use(
      http.get('/event/{eventId}/messages/{id}/deliveries', ({ response }) =>
        response(200).json(ok({ items: [{ ...recipient, state, reason: null, sentAt: null }], total: 1 })),
      ),
    )
    messages = [{ ...SENT, status }]
    const app = await renderApp(`${PATH}?message=m1`)
    expect(await screen.findByRole('cell', { name: 'Waiting' })).toBeVisible()
    state = 'sent'
    messages = [SENT]
    await app.queryClient.refetchQueries({ queryKey: messageQuery('ev1', SENT.id).queryKey })
    expect(await screen.findByRole('cell', { name: 'Sent' }, { timeout: 8000 })).toBeVisible()
  },
)

test('opens again with the time that was being chosen when the session ended', async () => {
  const sendAt = '2026-12-01T02:30:00Z'
  keepTypedAt(session().profile?.id ?? '', `${location.pathname} schedule m2`, { text: sendAt })
  const { user } = await renderApp(`${PATH}?message=m2`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule' }))
  expect(await dialog.findByDisplayValue('09:30')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Schedule' }))
  await waitFor(() => expect(sent).toEqual([{ sendAt, version: 2 }]))
})

test('a variable comes into the subject where the cursor stands, and the field says how it reads', async () => {
  messages = [{ ...DRAFT, subject: 'Hello, see you' }]
  server.use(
    http.post('/event/{eventId}/messages/preview', async ({ request, response }) => {
      const subject = (await request.json()).subject.replace('{{fullName}}', 'Trần Bình')
      return response(200).json(ok({ mail: { subject, html: '' }, fullName: 'Trần Bình', lacking: [] }))
    }),
  )
  const app = await renderApp(`${PATH}?message=m2`)
  const subject = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })
  expect(screen.queryByText(/will read/), 'it reads as it is written').toBeNull()
  await app.user.click(subject)
  subject.setSelectionRange(6, 6)
  await app.user.click(screen.getByRole('button', { name: 'Insert a detail into the subject' }))
  const menu = await screen.findByRole('menu')
  expect(within(menu).queryByRole('menuitem', { name: /link/i }), 'no link in a header').toBeNull()
  await app.user.click(within(menu).getByRole('menuitem', { name: "Guest's full name" }))
  expect(subject).toHaveValue("Hello,[Guest's full name] see you")
  await waitFor(() => expect(subject).toHaveFocus())
  expect(subject.selectionStart).toBe("Hello,[Guest's full name]".length)
  expect(await screen.findByText('Trần Bình will read: “Hello,Trần Bình see you”')).toBeVisible()
})

test('a variable goes to the end of a subject in which nothing was typed yet', async () => {
  messages = [{ ...DRAFT, subject: 'Your ticket ' }]
  const app = await renderApp(`${PATH}?message=m2`)
  await app.user.click(await screen.findByRole('button', { name: 'Insert a detail into the subject' }))
  await app.user.click(await screen.findByRole('menuitem', { name: "Guest's full name" }))
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue("Your ticket [Guest's full name]")
})

test('a variable in the subject is stored as one, and a key deletes all of it', async () => {
  messages = [{ ...DRAFT, subject: '{{eventTitle}} for {{fullName}}' }]
  const app = await renderApp(`${PATH}?message=m2`)
  const subject = await screen.findByRole('textbox', { name: 'Subject' })
  expect(subject).toHaveValue("[Event title] for [Guest's full name]")
  await app.user.type(subject, '{Backspace}you, ')
  await app.user.paste('{{amount}} [now]')
  expect(subject).toHaveValue('[Event title] for you, [Amount] [now]')
  await app.user.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(saves).toMatchObject([{ subject: '{{eventTitle}} for you, {{amount}} [now]' }]))
})

test('a change of the subject is undone and done again, a name as a whole', async () => {
  messages = [{ ...DRAFT, subject: 'For ' }]
  const app = await renderApp(`${PATH}?message=m2`)
  const subject = await screen.findByRole('textbox', { name: 'Subject' })
  await app.user.click(subject)
  await app.user.paste('{{fullName}}')
  await app.user.keyboard('!')
  expect(subject).toHaveValue("For [Guest's full name]!")
  await app.user.keyboard('{Control>}zz{/Control}')
  expect(subject).toHaveValue('For ')
  await app.user.keyboard('{Control>}z{/Control}')
  expect(subject).toHaveValue('For ')
  await app.user.keyboard('{Control>}y{Shift>}z{/Shift}{/Control}')
  expect(subject).toHaveValue("For [Guest's full name]!")
})

test('a detail that comes into the middle of another takes its place', async () => {
  messages = [{ ...DRAFT, subject: 'For {{eventTitle}}!' }]
  const app = await renderApp(`${PATH}?message=m2`)
  const subject = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' })
  await app.user.click(subject)
  subject.setSelectionRange(8, 8)
  await app.user.click(screen.getByRole('button', { name: 'Insert a detail into the subject' }))
  await app.user.click(await screen.findByRole('menuitem', { name: "Guest's full name" }))
  expect(subject).toHaveValue("For [Guest's full name]!")
})

test('a detail that does not exist is told at the subject while it is typed', async () => {
  messages = [{ ...DRAFT, subject: 'For ' }]
  const app = await renderApp(`${PATH}?message=m2`)
  const subject = await screen.findByRole('textbox', { name: 'Subject' })
  await app.user.click(subject)
  await app.user.paste('{{foo}}')
  expect(subject).toBeInvalid()
  expect(subject).toHaveAccessibleDescription(/no such variable/)
})
