import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { session } from '~/lib/session'
import { keepTypedAt } from '~/lib/typed'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { EVENT, serverKeeps, serverShowsHome } from '../fixtures'

const EDIT = `/event-management/edit/${EVENT.id}`

type App = Awaited<ReturnType<typeof renderApp>>

beforeEach(() => loggedInAs())

const questions = async () =>
  within(await screen.findByRole('list', { name: 'Questions' }))
    .getAllByRole('listitem')
    .map((card) => within(card).getByText(/^\d+\. /).textContent)

const press = async (app: App, name: string | RegExp) =>
  app.user.click(await screen.findByRole('button', { name }))

async function save(app: App) {
  await press(app, 'Save')
  const dialog = await screen.findByRole('dialog', { name: 'Save information?' })
  await app.user.click(within(dialog).getByRole('button', { name: 'Save' }))
}

test('a detail in a mail that does not exist is refused in plain words', async () => {
  const sent = serverKeeps({ ...EVENT, registerEmailContent: '<p>Chào {{foo}}</p>' })
  const app = await renderApp(`${EDIT}?step=emailContent`)
  await app.user.type(await screen.findByRole('textbox', { name: /^Replies go to/ }), 'lan@hoi.vn')
  await press(app, 'Save')
  expect(await screen.findByText(/no such variable/)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
})

test('an event with one question of its own has five, also after saving and loading again', async () => {
  const sent = serverKeeps(EVENT)
  const five = ['1. Full name', '2. Email', '3. Phone', '4. Company', '5. Bạn ăn chay không?']
  const app = await renderApp(`${EDIT}?step=formInfo`)
  expect(await questions()).toEqual(five)
  await press(app, /^Question 5/)
  await app.user.click(screen.getByRole('switch', { name: 'An answer is required' }))
  await save(app)
  expect(await screen.findByText('Event updated')).toBeVisible()
  expect(sent).toMatchObject([
    { section: 'formInfo', version: 3, eventForm: { scheme: [{ id: 'q1', required: '' }] } },
  ])
  expect(sent[0]?.eventForm?.scheme).toHaveLength(1)
  app.unmount()
  await renderApp(`${EDIT}?step=formInfo`)
  expect(await questions()).toEqual(five)
})

test('a question that is no longer sensitive is named before saving', async () => {
  const question = { question: '', type: 'TEXT' as const, required: '' }
  const scheme = [
    { ...question, id: 'paper', question: 'Số giấy tờ', sensitive: true },
    { ...question, id: 'shirt', question: 'Cỡ áo' },
  ]
  const sent = serverKeeps({ ...EVENT, eventForm: { scheme, version: 1 } })
  const app = await renderApp(`${EDIT}?step=formInfo`)
  await press(app, /^Question 6/)
  await app.user.click(screen.getByRole('switch', { name: 'An answer is required' }))
  await press(app, 'Save')
  let dialog = await screen.findByRole('dialog', { name: 'Save information?' })
  expect(dialog).not.toHaveTextContent('no longer be sensitive')
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))

  await press(app, /^Question 5/)
  await app.user.click(screen.getByRole('switch', { name: /^Sensitive information/ }))
  await press(app, 'Save')
  dialog = await screen.findByRole('dialog', { name: 'Save information?' })
  expect(dialog).toHaveTextContent('“Số giấy tờ” will no longer be sensitive')
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await save(app)
  expect(await screen.findByText('Event updated')).toBeVisible()
  expect(sent[0]?.eventForm?.scheme?.[0]).not.toHaveProperty('sensitive')
})

test('registrations from one network are limited by a switch and a number', async () => {
  const sent = serverKeeps(EVENT)
  const app = await renderApp(`${EDIT}?step=formInfo`)
  await app.user.click(await screen.findByRole('switch', { name: /^Limit registrations from one network/ }))
  const number = screen.getByRole('textbox', { name: 'Registrations from one network in 24 hours' })
  expect(number).toHaveValue('10')
  await app.user.clear(number)
  await app.user.type(number, '1001')
  await press(app, 'Next')
  expect(await screen.findByText('Enter a number from 1 to 1,000.')).toBeVisible()
  await app.user.clear(number)
  await app.user.type(number, '4')
  await save(app)
  expect(await screen.findByText('Event updated')).toBeVisible()
  expect(sent).toMatchObject([{ section: 'formInfo', registrationsPerAddress: 4 }])
})

test('the sites that may show the form get the line to paste, and are sent as browsers write them', async () => {
  const sent = serverKeeps(EVENT)
  const app = await renderApp(`${EDIT}?step=formInfo`)
  const sites = await screen.findByRole('textbox', { name: 'Sites that may show the form' })
  const line = `<script src="${location.origin}/embed.js" data-event="${EVENT.id}" async></script>`
  expect(screen.queryByText(line)).not.toBeInTheDocument()
  await app.user.type(sites, 'http://congty.vn')
  await press(app, 'Next')
  expect(await screen.findByText(/^“http:\/\/congty.vn” is not the address of a site/)).toBeVisible()
  await app.user.clear(sites)
  await app.user.type(sites, 'CongTy.vn/su-kien{enter}{enter}https://tin.congty.vn:443')
  await app.user.tab()
  expect(sites).toHaveValue('https://congty.vn\nhttps://tin.congty.vn')
  expect(screen.getByText(line)).toBeVisible()
  await save(app)
  expect(await screen.findByText('Event updated')).toBeVisible()
  expect(sent).toMatchObject([
    { section: 'formInfo', embedOrigins: ['https://congty.vn', 'https://tin.congty.vn'] },
  ])
})

test('a choice question without choices says so, and "next" waits for them', async () => {
  serverKeeps(EVENT)
  const app = await renderApp(`${EDIT}?step=formInfo`)
  await press(app, 'Add question')
  await app.user.type(screen.getByRole('textbox', { name: 'Question' }), 'Cỡ áo')
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'One choice')
  await press(app, 'Next')
  expect(await screen.findByText('Choice list must not be empty')).toBeVisible()
  const first = screen.getByRole('textbox', { name: 'Choice 1' })
  expect(first).toHaveFocus()
  await app.user.type(first, 'S')
  await press(app, 'Next')
  expect(await screen.findByRole('heading', { level: 2, name: 'Payment information' })).toBeVisible()
})

test('questions move by their buttons', async () => {
  const scheme = ['A', 'B', 'C'].map((question) => ({
    id: question,
    question,
    type: 'TEXT' as const,
    required: '',
  }))
  serverKeeps({ ...EVENT, eventForm: { scheme, version: 1 } })
  const app = await renderApp(`${EDIT}?step=formInfo`)
  expect((await questions()).slice(4)).toEqual(['5. A', '6. B', '7. C'])
  await press(app, 'Move down: A')
  expect((await questions()).slice(4)).toEqual(['5. B', '6. A', '7. C'])
  await press(app, 'Move up: C')
  expect((await questions()).slice(4)).toEqual(['5. B', '6. C', '7. A'])
  expect(screen.getByRole('button', { name: 'Move down: A' })).toHaveAttribute('aria-disabled', 'true')
})

test('save sends only the changed fields, after asking', async () => {
  const sent = serverKeeps(EVENT)
  const app = await renderApp(EDIT)
  const title = await screen.findByLabelText(/^Title/)
  await press(app, 'Save')
  expect(await screen.findByText(/Nothing has changed/)).toBeVisible()
  await app.user.type(title, ' 2026')
  await press(app, 'Save')
  const dialog = await screen.findByRole('dialog', { name: 'Save information?' })
  expect(dialog).toHaveTextContent('the 12 people who have registered')
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await save(app)
  expect(await screen.findByRole('heading', { level: 1, name: `${EVENT.title} 2026` })).toBeVisible()
  expect(sent).toEqual([{ title: `${EVENT.title} 2026`, section: 'eventInfo', version: 3 }])
})

test('a postponed event takes its end and the close of its registration along, and says so', async () => {
  const { eventStartDate } = EVENT
  const sent = serverKeeps({
    ...EVENT,
    registeredCount: 0,
    closeRegistrationDate: eventStartDate,
    endDate: '2026-03-10T14:00:00Z',
  })
  const app = await renderApp(EDIT)
  const day = await screen.findByLabelText('Event starts: date')
  expect(screen.queryByText(/^Moved as well/)).not.toBeInTheDocument()
  await app.user.clear(day)
  await app.user.paste('Mar 12, 2026')
  await app.user.tab()
  expect(screen.getByLabelText('Event ends: date')).toHaveValue('Mar 12, 2026')
  expect(screen.getByLabelText('Event ends: time')).toHaveValue('21:00')
  expect(screen.getByLabelText('Registration closes: date')).toHaveValue('Mar 12, 2026')
  expect(screen.getByText(/^Moved as well: Event ends: .* · Registration closes: /)).toBeVisible()
  await save(app)
  expect(await screen.findByText('Event updated')).toBeVisible()
  expect(sent).toMatchObject([
    {
      eventStartDate: '2026-03-12T11:00:00.000Z',
      endDate: '2026-03-12T14:00:00.000Z',
      closeRegistrationDate: '2026-03-12T11:00:00.000Z',
    },
  ])
  expect(screen.queryByText(/^Moved as well/)).not.toBeInTheDocument()
})

test('a conflict shows both values of the fields that another person changed, and keeps the typed text', async () => {
  const sent = serverKeeps(EVENT)
  const theirs = { ...EVENT, title: 'Tên do Lan', venueAddress: 'Huế', turnOffCash: true, version: 4 }
  server.use(
    http.put('/event/{eventId}', async ({ request, response }) => {
      const body = await request.json()
      sent.push(body)
      if (body.version !== 4) {
        const refusal = { ...refused(5008, ['Another person has changed this.']), data: { ...theirs } }
        return response('default').json(refusal, { status: 409 })
      }
      return response(200).json(ok({ ...theirs, title: 'Tên của tôi', version: 5 }, ['Event updated']))
    }),
  )
  const app = await renderApp(EDIT)
  const title = await screen.findByLabelText(/^Title/)
  await app.user.clear(title)
  await app.user.type(title, 'Tên của tôi')
  await save(app)
  const names = within(await screen.findByRole('radiogroup', { name: 'Name' }))
  expect(names.getByLabelText('Yours: Tên của tôi')).toBeChecked()
  expect(title).toHaveValue('Tên của tôi')
  // Fields that only the other person changed are taken over, also in the other steps.
  expect(screen.getByRole('textbox', { name: /^Venue/ })).toHaveValue('Huế')
  const cash = within(screen.getByRole('radiogroup', { name: 'Cash' }))
  expect(cash.getByLabelText('Theirs: Off')).toBeChecked()
  await app.user.click(names.getByLabelText('Theirs: Tên do Lan'))
  expect(title).toHaveValue('Tên do Lan')
  await app.user.click(names.getByLabelText('Yours: Tên của tôi'))
  await save(app)
  expect(await screen.findByText('Event updated')).toBeVisible()
  expect(screen.queryByRole('radiogroup', { name: 'Name' })).not.toBeInTheDocument()
  expect(sent).toEqual([
    { title: 'Tên của tôi', section: 'eventInfo', version: 3 },
    { title: 'Tên của tôi', section: 'eventInfo', version: 4 },
  ])
})

test('text that was typed over an older version is compared with the stored version', async () => {
  serverKeeps(EVENT)
  keepTypedAt(
    session().profile?.id ?? '',
    `${location.pathname} event ${EVENT.id}`,
    { event: { title: 'Tên của tôi' } },
    { title: 'Tên cũ' },
  )
  await renderApp(EDIT)
  const names = within(await screen.findByRole('radiogroup', { name: 'Name' }))
  expect(names.getByLabelText('Yours: Tên của tôi')).toBeChecked()
  expect(names.getByLabelText(`Theirs: ${EVENT.title}`)).not.toBeChecked()
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Tên của tôi')
})

test("editing never begins with another screen's cached event", async () => {
  const sent = serverKeeps(EVENT)
  const looks = { title: EVENT.title, logo: EVENT.logo, coverImage: null, backgroundColor: null }
  const screenOf = { eventStartDate: EVENT.eventStartDate, sponsorLogos: [], waitingTime: 3, version: 1 }
  const welcome = { ...looks, ...screenOf, checkedIn: 0, total: 12 }
  server.use(http.get('/event/{eventId}/checkin', ({ response }) => response(200).json(ok(welcome))))
  const app = await renderApp(`/event-management/checkin/${EVENT.id}`)
  expect(await screen.findByText('Ready to scan')).toBeVisible()
  serverKeeps({ ...EVENT, title: 'Hội nghị mới', version: 9 })
  await act(() => app.router.navigate({ to: EDIT }))
  const title = await screen.findByLabelText(/^Title/)
  expect(title).toHaveValue('Hội nghị mới')
  await app.user.type(title, '!')
  server.use(
    http.put('/event/{eventId}', async ({ request, response }) => {
      sent.push(await request.json())
      return response(200).json(ok({ ...EVENT, title: 'Hội nghị mới!', version: 10 }, ['Event updated']))
    }),
  )
  await save(app)
  expect(await screen.findByText('Event updated')).toBeVisible()
  expect(sent).toMatchObject([{ title: 'Hội nghị mới!', version: 9 }])
})

test('the preview opens in a tab that is logged in as well', async () => {
  serverKeeps(EVENT)
  await renderApp(`${EDIT}?step=formInfo`)
  const link = await screen.findByRole('link', { name: /preview/i })
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'opener')
})

test('complete saves and leads to the home of the event', async () => {
  serverShowsHome()
  serverKeeps(EVENT)
  const app = await renderApp(`${EDIT}?step=emailContent`)
  await app.user.click(await screen.findByRole('switch', { name: /Send email after registration/ }))
  await press(app, 'Complete')
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Event updated')).toBeVisible()
  await waitFor(() => expect(app.path()).toBe(`/event-management/${EVENT.id}`))
})

test('a class whose name is taken on the server is told at its name', async () => {
  serverKeeps(EVENT)
  server.use(
    http.put('/event/{eventId}/tickets/{id}', ({ response }) =>
      response('default').json(refused(5012, ['Ticket name already exists']), { status: 409 }),
    ),
  )
  const app = await renderApp(`${EDIT}?step=paymentInfo`)
  await press(app, 'Edit ticket class VIP')
  const dialog = await screen.findByRole('dialog')
  await app.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Ticket name already exists')).toBeVisible()
  expect(within(dialog).getByLabelText(/^Ticket name/)).toHaveFocus()
})

test('only a closed event can be reopened, with a date to come', async () => {
  serverKeeps(EVENT)
  const open = await renderApp(EDIT)
  await screen.findByLabelText(/^Title/)
  expect(screen.queryByRole('button', { name: 'Reopen' })).not.toBeInTheDocument()
  open.unmount()

  const sent: unknown[] = []
  serverKeeps({ ...EVENT, status: 'closed' })
  server.use(
    http.post('/event/{eventId}/reopen', async ({ request, response }) => {
      sent.push(await request.json())
      return response(200).json(
        ok({ ...EVENT, closeRegistrationDate: '2099-12-31T16:59:00Z' }, ['Event reopened']),
      )
    }),
  )
  const app = await renderApp(EDIT)
  await press(app, 'Reopen')
  const dialog = await screen.findByRole('dialog')
  const day = within(dialog).getByLabelText('New closing date: date')
  await app.user.type(day, '01/01/2020{Tab}')
  await app.user.click(within(dialog).getByRole('button', { name: 'Reopen' }))
  expect(sent).toEqual([])
  expect(await within(dialog).findByText(/^Choose .* or a later day\.$/)).toBeVisible()
  await app.user.clear(day)
  await app.user.type(day, '31/12/2099{Tab}')
  await app.user.click(within(dialog).getByRole('button', { name: 'Reopen' }))
  expect(await screen.findByText('Event reopened')).toBeVisible()
  expect(sent).toEqual([{ newClosedDate: '2099-12-31T16:59:00.000Z' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reopen' })).not.toBeInTheDocument())
  expect(screen.getByLabelText('Registration closes: date')).toHaveValue('Dec 31, 2099')
})

test('cancelling says that it is final and who is told; afterwards nothing can be edited', async () => {
  serverKeeps(EVENT)
  const sent: unknown[] = []
  server.use(
    http.post('/event/{eventId}/cancel', async ({ request, response }) => {
      sent.push(await request.json())
      const cancelled = {
        ...EVENT,
        status: 'closed' as const,
        isCancelled: true,
        cancelReason: 'Bão lớn',
      }
      server.use(http.get('/event/{eventId}', ({ response }) => response(200).json(ok(cancelled))))
      return response(200).json(ok(cancelled, ['Event canceled.']))
    }),
  )
  const app = await renderApp(EDIT)
  await press(app, /^More actions/)
  await app.user.click(await screen.findByRole('menuitem', { name: 'Cancel event' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('This is final.')
  expect(
    within(dialog).getByRole('checkbox', { name: 'Send this message to the 12 people who have registered' }),
  ).toBeChecked()
  expect(await within(dialog).findByText('Subject: Canceled')).toBeVisible()
  await app.user.type(within(dialog).getByLabelText('Reason (optional)'), 'Bão lớn')
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel event' }))
  expect(await screen.findByText('This event has been canceled')).toBeVisible()
  expect(await screen.findByText('Reason: Bão lớn')).toBeVisible()
  expect(sent).toEqual([{ reason: 'Bão lớn' }])
  expect(screen.queryByLabelText(/^Title/)).not.toBeInTheDocument()
})

test('cancelling says that a letter that waits is dropped', async () => {
  serverKeeps(EVENT)
  serverWrites()
  const app = await renderApp(EDIT)
  await press(app, /^More actions/)
  await app.user.click(await screen.findByRole('menuitem', { name: 'Cancel event' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/people get the mail about the cancellation alone/)).toBeVisible()
  await app.user.click(dialog.getByRole('checkbox', { name: /^Send this message/ }))
  expect(dialog.getByText(/is dropped, too/)).toBeVisible()
})

test('an event is cancelled without mails only by saying so', async () => {
  serverKeeps(EVENT)
  const sent: unknown[] = []
  server.use(
    http.post('/event/{eventId}/cancel', async ({ request, response }) => {
      sent.push(await request.json())
      return response(200).json(ok({ ...EVENT, isCancelled: true }, ['Event canceled.']))
    }),
  )
  const app = await renderApp(EDIT)
  await press(app, /^More actions/)
  await app.user.click(await screen.findByRole('menuitem', { name: 'Cancel event' }))
  const dialog = await screen.findByRole('dialog')
  await app.user.click(within(dialog).getByRole('checkbox', { name: /^Send this message/ }))
  expect(dialog).toHaveTextContent('Nobody is told by email.')
  await app.user.click(within(dialog).getByRole('button', { name: 'Cancel event' }))
  await waitFor(() => expect(sent).toEqual([{ reason: null, withoutMails: true }]))
})

const LETTER = {
  changedAt: '2026-02-01T03:00:00.000Z',
  was: { eventStartDate: EVENT.eventStartDate, endDate: null, venueAddress: 'GEM Center' },
  is: { eventStartDate: EVENT.eventStartDate, endDate: null, venueAddress: 'Nhà hát Lớn' },
  recipients: 182,
  leftToday: 100,
}

/** The server has written a letter; returns the decisions about it. */
function serverWrites() {
  const decided: unknown[] = []
  const decide = (way: string, changedAt: unknown) => {
    decided.push([way, changedAt])
    server.use(
      http.get('/event/{eventId}/letter', ({ response }) => response(200).json(ok({ letter: null }))),
      http.get('/event/{eventId}/letter/preview', ({ response }) => {
        decided.push('preview of no letter')
        return response('default').json(refused(5005, ['Gone.']), { status: 404 })
      }),
    )
  }
  server.use(
    http.get('/event/{eventId}/letter', ({ response }) => response(200).json(ok({ letter: LETTER }))),
    http.get('/event/{eventId}/letter/preview', ({ response }) =>
      response(200).json(ok({ subject: 'New place', html: '<p>GEM Center → Nhà hát Lớn</p>' })),
    ),
    http.post('/event/{eventId}/letter/send', async ({ request, response }) => {
      decide('sent', (await request.json()).changedAt)
      return response(200).json(ok({ recipients: 182 }, ['The message is on its way to 182 people.']))
    }),
    http.delete('/event/{eventId}/letter', ({ request, response }) => {
      decide('dismissed', new URL(request.url).searchParams.get('changedAt'))
      return response(200).json(ok({}, ['Dismissed. Nobody is told by mail.']))
    }),
  )
  return decided
}

async function changePlace() {
  serverKeeps(EVENT)
  const app = await renderApp(EDIT)
  const venue = await screen.findByLabelText(/^Venue/)
  await app.user.clear(venue)
  await app.user.type(venue, 'Nhà hát Lớn')
  await save(app)
  return app
}

async function moveElsewhere() {
  const app = await changePlace()
  return {
    app,
    dialog: await screen.findByRole('dialog', { name: 'Tell the 182 people who have registered?' }),
  }
}

test('no dialog opens when a change of place has to be told to nobody', async () => {
  let isAsked = false
  let answer = () => {}
  server.use(
    http.get('/event/{eventId}/letter', async ({ response }) => {
      isAsked = true
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return response(200).json(ok({ letter: null }))
    }),
  )
  await changePlace()
  await waitFor(() => expect(isAsked).toBe(true))
  const button = screen.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(button).toHaveAttribute('data-loading', 'true')
  answer()
  await waitFor(() => expect(button).not.toHaveAttribute('data-loading'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test.each([
  ['Send to 182 people', 'sent'],
  ['Do not send', 'dismissed'],
])('after a change of place the letter is there: %s', async (button, way) => {
  const decided = serverWrites()
  const { app, dialog } = await moveElsewhere()
  expect(await within(dialog).findByText('Subject: New place')).toBeVisible()
  expect(dialog).toHaveTextContent('Your account has 100 mails left today.')
  await app.user.click(within(dialog).getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(decided).toEqual([[way, LETTER.changedAt]])
})

test('closing the letter decides nothing', async () => {
  const decided = serverWrites()
  const { app } = await moveElsewhere()
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(decided).toEqual([])
})

test('cancelling an event without guests speaks of no mails', async () => {
  serverKeeps({ ...EVENT, registeredCount: 0 })
  const app = await renderApp(EDIT)
  await press(app, /^More actions/)
  await app.user.click(await screen.findByRole('menuitem', { name: 'Cancel event' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('This is final.')
  expect(dialog).not.toHaveTextContent(/mail/i)
})

test("another organiser's event says that it may not be seen", async () => {
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response('default').json(refused(5016, ['No.']), { status: 403 }),
    ),
  )
  await renderApp(EDIT)
  expect(await screen.findByText('You are not allowed to see this')).toBeVisible()
})
