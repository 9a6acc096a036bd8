import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { EVENT, serverKeeps, serverLists, serverShowsHome } from '../fixtures'
import { blankDraft, readLocalDraft, saveLocalDraft } from './localDraft'

beforeEach(() => {
  loggedInAs()
  serverKeeps(EVENT)
})

/** A draft to which only what a test is about is left to do. */
function keep(event: Partial<ReturnType<typeof blankDraft>['event']> = {}) {
  const blank = blankDraft()
  saveLocalDraft({
    ...blank,
    isEventInfoValid: true,
    event: {
      ...blank.event,
      title: 'Hội nghị',
      description: '<p>Gặp gỡ</p>',
      totalParticipants: 100,
      openRegistrationDate: '2026-01-01T01:00:00Z',
      closeRegistrationDate: '2026-03-01T01:00:00Z',
      eventStartDate: '2026-03-10T11:00:00Z',
      venueAddress: 'GEM Center',
      logo: '/api/upload/1',
      ...event,
    },
  })
}

const state = (step: string) => screen.getByRole('button', { name: new RegExp(`^${step}`) })
const press = async (app: Awaited<ReturnType<typeof renderApp>>, name: string) =>
  app.user.click(await screen.findByRole('button', { name }))

test('a new event begins with only the form complete, and "next" stays until the step is', async () => {
  const app = await renderApp('/event-management/add-new')
  expect(await screen.findByRole('heading', { level: 1, name: 'New event' })).toBeVisible()
  expect(state('Event information')).toHaveTextContent('Not finished')
  expect(state('Form information')).toHaveTextContent('Complete')
  expect(state('Payment information')).toHaveTextContent('Not finished')
  expect(state('Email content')).toHaveTextContent('Not finished')
  await press(app, 'Next')
  expect(screen.getByLabelText(/^Title/)).toHaveFocus()
  expect(screen.getAllByText('Please fill this in.')).toHaveLength(7)
  expect(screen.getByText('Please choose a logo.')).toBeVisible()
  expect(state('Event information')).toHaveTextContent('Needs a correction')
  expect(app.router.state.location.search).toEqual({})
})

test('what is typed counts, and is still there after going on and back', async () => {
  keep({ title: '', venueAddress: '' })
  const app = await renderApp('/event-management/add-new')
  await app.user.type(await screen.findByLabelText(/^Title/), 'Đêm nhạc')
  await app.user.type(screen.getByLabelText(/^Venue/), 'Nhà hát Lớn')
  expect(state('Event information')).toHaveTextContent('Complete')
  await press(app, 'Next')
  expect(await screen.findByRole('heading', { level: 2, name: 'Form information' })).toHaveFocus()
  expect(app.router.state.location.search).toEqual({ step: 'formInfo' })
  await press(app, 'Back')
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('Đêm nhạc')
  expect(screen.getByLabelText(/^Venue/)).toHaveValue('Nhà hát Lớn')
})

test('an end is three hours after the start by default, and one that cannot be read is not left out', async () => {
  keep()
  const app = await renderApp('/event-management/add-new')
  const time = await screen.findByLabelText('Event ends: time')
  expect(time).toHaveValue('21:00')
  await app.user.type(screen.getByLabelText('Event ends: date'), '10/03/2026{Tab}')
  await app.user.clear(time)
  await app.user.type(time, '25')
  await press(app, 'Next')
  expect(screen.getByText('Enter a time such as 18:30.')).toBeVisible()
  expect(app.router.state.location.search).toEqual({})
})

test('payment turned off needs no bank; on, it needs all of it', async () => {
  keep()
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  await press(app, 'Next')
  expect(await screen.findByRole('combobox', { name: /^Bank name/ })).toHaveFocus()
  expect(screen.getAllByText('Please fill this in.')).toHaveLength(3)
  await app.user.click(screen.getByRole('switch', { name: /Turn off payment/ }))
  expect(state('Payment information')).toHaveTextContent('Complete')
  expect(screen.queryByRole('combobox', { name: /^Bank name/ })).not.toBeInTheDocument()
})

test('the list of banks opens for who types or clicks, never for the focus alone', async () => {
  keep()
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  await press(app, 'Next')
  const bank = await screen.findByRole('combobox', { name: /^Bank name/ })
  expect(bank).toHaveFocus()
  expect(bank).toHaveAttribute('aria-expanded', 'false')
  await app.user.keyboard('m')
  expect(bank).toHaveAttribute('aria-expanded', 'true')
})

test('a bank from the list brings its code, another name does not', async () => {
  keep()
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  const bank = await screen.findByRole('combobox', { name: /^Bank name/ })
  await app.user.type(bank, 'ngoai thuong')
  await app.user.click(await screen.findByRole('option', { name: /Vietcombank/ }))
  expect(screen.getByText(/Visitors get a VietQR code/)).toBeVisible()
  await app.user.clear(bank)
  await app.user.type(bank, 'Quỹ tín dụng Hoa Sen')
  expect(screen.getByText(/not on the list/)).toBeVisible()
})

test('a bank that is typed before the list has come is recognised when it comes', async () => {
  keep()
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.get('/bank', async ({ response }) => {
      await answered
      return response(200).json(
        ok([{ bin: '970436', shortName: 'Vietcombank', name: 'Ngân hàng TMCP Ngoại thương Việt Nam' }]),
      )
    }),
  )
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  await app.user.type(await screen.findByRole('combobox', { name: /^Bank name/ }), 'Vietcombank')
  expect(screen.getByText(/not on the list/)).toBeVisible()
  answer()
  expect(await screen.findByText(/Visitors get a VietQR code/)).toBeVisible()
})

test('two classes of one name are refused, whatever their case', async () => {
  keep()
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  const add = async (name: string, price: string, quantity?: string) => {
    await press(app, 'Add ticket class')
    const dialog = await screen.findByRole('dialog')
    await app.user.type(within(dialog).getByLabelText(/^Ticket name/), name)
    await app.user.type(within(dialog).getByLabelText(/^Price/), price)
    if (quantity) await app.user.type(within(dialog).getByLabelText(/^Quantity/), quantity)
    else await app.user.click(within(dialog).getByRole('switch', { name: 'Unlimited' }))
    await app.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    return dialog
  }
  await add('Vé Phổ thông', '250000', '50')
  const classes = await screen.findByRole('list', { name: 'Ticket classes' })
  expect(classes).toHaveTextContent('₫250,000')
  expect(classes).toHaveTextContent('0 of 50 sold')
  const second = await add('VÉ PHỔ THÔNG', '0')
  expect(await within(second).findByText('Ticket name already exists')).toBeVisible()
  const name = within(second).getByLabelText(/^Ticket name/)
  expect(name).toHaveFocus()
  await app.user.clear(name)
  await app.user.type(name, 'Sinh viên')
  await app.user.click(within(second).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(within(classes).getAllByRole('listitem')).toHaveLength(2))
  expect(classes).toHaveTextContent('Free')
  expect(classes).toHaveTextContent('unlimited')
})

test('save keeps an unfinished event on this device and names what is missing', async () => {
  const app = await renderApp('/event-management/add-new')
  await app.user.type(await screen.findByLabelText(/^Title/), 'Đêm nhạc')
  await press(app, 'Save')
  expect(
    await screen.findByText(
      'Draft kept on this device. Still to do: Event information, Payment information, Email content.',
    ),
  ).toBeVisible()
  app.unmount()
  const again = await renderApp('/event-management/add-new')
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('Đêm nhạc')
  expect(screen.getByText(/This is the draft you kept/)).toBeVisible()
  await press(again, 'Start over')
  await again.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start over' }),
  )
  await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveValue(''))
})

test('a page that goes away by itself loses nothing', async () => {
  const app = await renderApp('/event-management/add-new')
  await app.user.type(await screen.findByLabelText(/^Title/), 'Đêm nhạc')
  window.dispatchEvent(new Event('pagehide'))
  app.unmount()
  await renderApp('/event-management/add-new')
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('Đêm nhạc')
  expect(screen.getByText(/This is the draft you kept/)).toBeVisible()
})

test('leaving asks only when something would be lost', async () => {
  const app = await renderApp('/event-management/add-new')
  await app.user.click(await screen.findByRole('link', { name: 'Exit' }))
  await waitFor(() => expect(app.path()).toBe('/event-management'))
  await app.router.navigate({ to: '/event-management/add-new' })
  await app.user.type(await screen.findByLabelText(/^Title/), 'Đêm nhạc')
  await app.user.click(screen.getByRole('link', { name: 'Exit' }))
  const question = await screen.findByRole('dialog', { name: 'Exit without finishing?' })
  await app.user.click(within(question).getByRole('button', { name: 'Stay' }))
  expect(app.path()).toBe('/event-management/add-new')
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Đêm nhạc')
  void app.router.navigate({ to: '/profile' })
  await app.user.click(await screen.findByRole('button', { name: 'Exit without saving' }))
  await waitFor(() => expect(app.path()).toBe('/profile'))
})

test('complete creates the event and leads to its home with the message', async () => {
  keep({ turnOffPayment: true })
  serverShowsHome()
  const sent: unknown[] = []
  server.use(
    http.post('/event', async ({ request, response }) => {
      sent.push(await request.json())
      return response(201).json({ code: 2002, data: EVENT, messages: ['Event created'] })
    }),
  )
  const app = await renderApp('/event-management/add-new?step=emailContent')
  await press(app, 'Complete')
  expect(await screen.findByText('Event created')).toBeVisible()
  await waitFor(() => expect(app.path()).toBe(`/event-management/${EVENT.id}`))
  expect(sent).toMatchObject([
    {
      title: 'Hội nghị',
      turnOffPayment: true,
      accountNumber: null,
      sendEmailAfterRegister: true,
      eventForm: { scheme: [] },
      tickets: [],
    },
  ])
  expect(JSON.stringify(sent)).toContain('{{fullName}}')
  app.unmount()
  await renderApp('/event-management/add-new')
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('')
})

test('complete leads to the first step that lacks something', async () => {
  keep({ venueAddress: '' })
  const app = await renderApp('/event-management/add-new?step=emailContent')
  await press(app, 'Complete')
  expect(await screen.findByLabelText(/^Venue/)).toHaveFocus()
  expect(app.router.state.location.search).toEqual({ step: 'eventInfo' })
})

test('what the server refuses is told at its field, on its step', async () => {
  keep({ turnOffPayment: true })
  server.use(
    http.post('/event', ({ response }) =>
      response('default').json(
        refused(5002, ['Some of the information is not valid.'], { title: ['This title is odd'] }),
        { status: 400 },
      ),
    ),
  )
  const app = await renderApp('/event-management/add-new?step=emailContent')
  await press(app, 'Complete')
  expect(await screen.findByText('This title is odd')).toBeVisible()
  expect(screen.getByLabelText(/^Title/)).toHaveFocus()
  await app.user.type(screen.getByLabelText(/^Title/), '!')
  expect(screen.queryByText('This title is odd')).not.toBeInTheDocument()
})

test('a copy brings everything but the dates, and is an event of its own', async () => {
  keep()
  const bodies: unknown[] = []
  server.use(
    http.post('/event', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(201).json({ code: 2002, data: { ...EVENT, id: 'copy' }, messages: ['Event created'] })
    }),
  )
  const app = await renderApp(`/event-management/add-new?from=${EVENT.id}`)
  expect(await screen.findByDisplayValue(`${EVENT.title} (copy)`)).toBeVisible()
  expect(screen.getByText(/This is a copy of/)).toBeVisible()
  expect(state('Event information')).toHaveTextContent('Not finished')
  for (const section of ['Form', 'Payment', 'Email']) expect(state(section)).toHaveTextContent('Complete')
  for (const [label, day] of [
    ['Event starts', '01/06/2030'],
    ['Registration opens', '01/05/2030'],
    ['Registration closes', '20/05/2030'],
  ]) {
    await app.user.type(screen.getByLabelText(`${label}: date`), `${day}`)
    await app.user.tab()
  }
  for (const _ of [1, 2, 3]) await press(app, 'Next')
  await press(app, 'Complete')
  expect(await screen.findByText('Event created')).toBeVisible()
  expect(bodies).toMatchObject([
    {
      title: `${EVENT.title} (copy)`,
      eventForm: { scheme: EVENT.eventForm.scheme },
      tickets: EVENT.tickets.map(({ name, price, quantity }) => ({ name, price, quantity })),
    },
  ])
  expect(JSON.stringify(bodies)).not.toContain('"sold"')
  // The other event that was begun is still where it was.
  expect(readLocalDraft()?.state.event.title).toBe('Hội nghị')
  expect(readLocalDraft(EVENT.id)).toBeNull()
})

test('a copy has a draft of its own beside the new event that was put aside', async () => {
  keep()
  const copy = `/event-management/add-new?from=${EVENT.id}`
  const app = await renderApp(copy)
  await app.user.type(await screen.findByDisplayValue(`${EVENT.title} (copy)`), '!')
  await press(app, 'Save')
  expect(await screen.findByText(/Draft kept on this device/)).toBeVisible()
  app.unmount()
  const other = await renderApp('/event-management/add-new')
  expect(await screen.findByDisplayValue('Hội nghị')).toBeVisible()
  other.unmount()
  await renderApp(copy)
  expect(await screen.findByDisplayValue(`${EVENT.title} (copy)!`)).toBeVisible()
  expect(screen.getByText(/This is the draft you kept/)).toBeVisible()
})

test('a copy that is reloaded keeps what was typed, and can be started over from its source', async () => {
  const copy = `/event-management/add-new?from=${EVENT.id}`
  const app = await renderApp(copy)
  await app.user.type(await screen.findByDisplayValue(`${EVENT.title} (copy)`), ' 2027')
  window.dispatchEvent(new Event('pagehide'))
  app.unmount()
  const again = await renderApp(copy)
  expect(await screen.findByDisplayValue(`${EVENT.title} (copy) 2027`)).toBeVisible()
  await press(again, 'Start over')
  await again.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Start over' }),
  )
  expect(await screen.findByDisplayValue(`${EVENT.title} (copy)`)).toBeVisible()
})

test('at the plan limit says so before anything is typed, and keeps the draft instead of losing it', async () => {
  keep({ turnOffPayment: true })
  serverLists([], { eventLimit: 1, eventsUsed: 1 })
  const app = await renderApp('/event-management/add-new?step=emailContent')
  expect(await screen.findByText('Quantities are limited, please buy more')).toBeVisible()
  await press(app, 'Complete')
  expect(
    await screen.findByText(
      'Draft kept on this device. You can create the event once your plan allows another one.',
    ),
  ).toBeVisible()
  expect(app.path()).toBe('/event-management/add-new')
})
