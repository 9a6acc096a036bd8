import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { components } from '~/api/schema'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { EVENT, SUMMARY, serverKeeps, serverKeepsDrafts, serverLists, serverShowsHome } from '../fixtures'
import { blankDraft, draftFrom, readLocalDraft, saveLocalDraft } from './localDraft'

// There is no canvas here.
vi.mock('./drawnLogo', async (original) => ({
  ...(await original<typeof import('./drawnLogo')>()),
  uploadDrawnLogo: async () => '/api/upload/drawn',
}))

const PRICED = { name: 'VIP', description: null, price: 500_000, quantity: 50, isHidden: false }

beforeEach(() => {
  loggedInAs()
  serverKeeps(EVENT)
})

/** Keeps a draft that lacks only the fields of the test. */
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

test('a new event lacks title, time and place only, and "next" stays until they are there', async () => {
  const app = await renderApp('/event-management/add-new')
  expect(await screen.findByRole('heading', { level: 1, name: 'New event' })).toBeVisible()
  expect(state('Event information')).toHaveTextContent('Not finished')
  expect(state('Form information')).toHaveTextContent('Using defaults')
  expect(state('Payment information')).toHaveTextContent('Using defaults')
  expect(state('Email content')).toHaveTextContent('Using defaults')
  await press(app, 'Next')
  expect(screen.getByLabelText(/^Title/)).toHaveFocus()
  expect(screen.getAllByText('Please fill this in.')).toHaveLength(3)
  expect(state('Event information')).toHaveTextContent('Needs a correction')
  expect(app.router.state.location.search).toEqual({})
})

test('the description is there without further options', async () => {
  await renderApp('/event-management/add-new')
  expect(await screen.findByRole('textbox', { name: 'Description' })).toBeVisible()
  expect(screen.getByText(/Empty: the page has a short invitation/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'More options' })).toBeVisible()
})

test('typed text counts, and is still there after going on and back', async () => {
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
  await press(app, 'More options')
  const time = await screen.findByLabelText('Event ends: time')
  expect(time).toHaveValue('21:00')
  await app.user.type(screen.getByLabelText('Event ends: date'), '10/03/2026{Tab}')
  await app.user.clear(time)
  await app.user.type(time, '25')
  await press(app, 'Next')
  expect(screen.getByText('Enter a time such as 18:30.')).toBeVisible()
  expect(app.router.state.location.search).toEqual({})
})

test('a first event begins in the evening', async () => {
  await renderApp('/event-management/add-new')
  expect(await screen.findByLabelText('Event starts: time')).toHaveValue('19:00')
})

test('a new event begins at the time of the last one, and takes its account when asked to', async () => {
  keep({ tickets: [PRICED], eventStartDate: null })
  serverLists([SUMMARY])
  const app = await renderApp('/event-management/add-new')
  await waitFor(() => expect(screen.getByLabelText('Event starts: time')).toHaveValue('18:00'))
  await app.user.type(screen.getByLabelText('Event starts: date'), '10/03/2026{Tab}')
  await press(app, 'Next')
  await press(app, 'Next')
  await press(app, 'Use the account of the last event: Vietcombank 0123456789')
  expect(screen.getByRole('combobox', { name: /^Bank name/ })).toHaveValue('Vietcombank')
  expect(screen.getByLabelText(/^Account number/)).toHaveValue('0123456789')
  expect(screen.getByLabelText(/^Account number/)).toHaveFocus()
  expect(screen.getByText(/Visitors get a VietQR code/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /account of the last event/ })).not.toBeInTheDocument()
})

test("another account's event gives its times and its bank account to none", async () => {
  keep({ tickets: [PRICED] })
  const asked = serverLists([{ ...SUMMARY, ownerId: '02' }])
  await renderApp('/event-management/add-new?step=paymentInfo')
  expect(await screen.findByRole('combobox', { name: /^Bank name/ })).toBeVisible()
  await waitFor(() => expect(asked).toContainEqual({ sort: 'createdAt', order: 'desc', limit: '1' }))
  expect(screen.queryByRole('button', { name: /account of the last event/ })).not.toBeInTheDocument()
})

test('without a class with a price the wizard asks for no bank', async () => {
  keep({ tickets: [{ ...PRICED, price: 0 }] })
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  expect(await screen.findByText('Free')).toBeVisible()
  expect(screen.queryByRole('switch', { name: /Take payment/ })).not.toBeInTheDocument()
  await press(app, 'Next')
  await waitFor(() => expect(app.router.state.location.search).toEqual({ step: 'emailContent' }))
})

test('payment turned off needs no bank; on, it needs all of it', async () => {
  keep({ tickets: [PRICED], accountHolderName: '' })
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  await press(app, 'Next')
  expect(await screen.findByRole('combobox', { name: /^Bank name/ })).toHaveFocus()
  expect(screen.getAllByText('Please fill this in.')).toHaveLength(3)
  await app.user.click(screen.getByRole('switch', { name: /Take payment/ }))
  expect(state('Payment information')).toHaveTextContent('Complete')
  expect(screen.queryByRole('combobox', { name: /^Bank name/ })).not.toBeInTheDocument()
})

test('the list of banks opens on typing or a click, never on focus alone', async () => {
  keep({ tickets: [PRICED] })
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  await press(app, 'Next')
  const bank = await screen.findByRole('combobox', { name: /^Bank name/ })
  expect(bank).toHaveFocus()
  expect(bank).toHaveAttribute('aria-expanded', 'false')
  await app.user.keyboard('m')
  expect(bank).toHaveAttribute('aria-expanded', 'true')
})

test('a bank from the list brings its code, another name does not', async () => {
  keep({ tickets: [PRICED] })
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  const bank = await screen.findByRole('combobox', { name: /^Bank name/ })
  await app.user.type(bank, 'ngoai thuong')
  await app.user.click(await screen.findByRole('option', { name: /Vietcombank/ }))
  expect(screen.getByText(/Visitors get a VietQR code/)).toBeVisible()
  await app.user.clear(bank)
  await app.user.type(bank, 'Quỹ tín dụng Hoa Sen')
  expect(screen.getByText(/not on the list/)).toBeVisible()
})

test('Enter takes the first bank of the list, which is one that begins with what was typed', async () => {
  keep({ tickets: [PRICED] })
  server.use(
    http.get('/bank', ({ response }) =>
      response(200).json(
        ok([
          { bin: '422589', shortName: 'CIMB', name: 'Ngân hàng TNHH MTV CIMB Việt Nam' },
          { bin: '970422', shortName: 'MBBank', name: 'Ngân hàng TMCP Quân đội' },
        ]),
      ),
    ),
  )
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  const bank = await screen.findByRole('combobox', { name: /^Bank name/ })
  await app.user.type(bank, 'mb')
  expect(await screen.findByRole('option', { name: /CIMB/ })).toBeVisible()
  await app.user.keyboard('{Enter}')
  expect(bank).toHaveValue('MBBank')
})

test('a field that is left takes the only bank that can be meant', async () => {
  keep({ tickets: [PRICED] })
  const app = await renderApp('/event-management/add-new?step=paymentInfo')
  const bank = await screen.findByRole('combobox', { name: /^Bank name/ })
  await app.user.type(bank, 'ngoai thuong')
  await screen.findByRole('option', { name: /Vietcombank/ })
  await app.user.tab()
  expect(bank).toHaveValue('Vietcombank')
  expect(screen.getByText(/Visitors get a VietQR code/)).toBeVisible()
})

test('a bank that is typed before the list has come is recognised when it comes', async () => {
  keep({ tickets: [PRICED] })
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
    await app.user.clear(within(dialog).getByLabelText(/^Quantity/))
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

test('save keeps an unfinished event on the server, and never publishes', async () => {
  const drafts = serverKeepsDrafts()
  const app = await renderApp('/event-management/add-new')
  await app.user.type(await screen.findByLabelText(/^Title/), 'Đêm nhạc')
  await press(app, 'Save draft')
  expect(await screen.findByText(/Draft saved/)).toBeVisible()
  await waitFor(() => expect(app.router.state.location.search).toEqual({ draft: 'draft-1' }))
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Đêm nhạc')
  expect(drafts.get('draft-1')).toMatchObject({
    title: 'Đêm nhạc',
    content: { event: { title: 'Đêm nhạc' } },
  })
  await app.user.type(screen.getByLabelText(/^Title/), ' Trịnh')
  await press(app, 'Save draft')
  await waitFor(() => expect(drafts.get('draft-1')).toMatchObject({ title: 'Đêm nhạc Trịnh', version: 2 }))
  app.unmount()
  // Another device has only the server's draft.
  localStorage.clear()
  loggedInAs()
  const list = await renderApp('/event-management')
  await list.user.click(await screen.findByRole('link', { name: 'Đêm nhạc Trịnh' }))
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('Đêm nhạc Trịnh')
})

test('going on keeps the draft, too', async () => {
  const drafts = serverKeepsDrafts()
  keep({ title: '' })
  const app = await renderApp('/event-management/add-new')
  await app.user.type(await screen.findByLabelText(/^Title/), 'Đêm nhạc')
  await press(app, 'Next')
  expect(await screen.findByRole('heading', { level: 2, name: 'Form information' })).toBeVisible()
  await waitFor(() => expect(drafts.size).toBe(1))
  expect(app.router.state.location.search).toEqual({ step: 'formInfo', draft: 'draft-1' })
})

test('a draft is deleted from the list after a question', async () => {
  const drafts = serverKeepsDrafts(
    new Map([['d1', { id: 'd1', title: '', version: 1, updatedAt: '2026-01-15T03:00:00Z', content: {} }]]),
  )
  const app = await renderApp('/event-management')
  await app.user.click(await screen.findByRole('button', { name: 'Delete draft Untitled event' }))
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Untitled event')).not.toBeInTheDocument())
  expect(drafts.size).toBe(0)
})

test('a draft that was changed elsewhere is overwritten only when asked to', async () => {
  const kept = {
    id: 'd1',
    title: 'Một',
    version: 1,
    updatedAt: '2026-01-15T03:00:00Z',
    content: { event: { title: 'Một' } },
  }
  const drafts = serverKeepsDrafts(new Map([['d1', kept]]))
  const app = await renderApp('/event-management/add-new?draft=d1')
  await app.user.type(await screen.findByLabelText(/^Title/), ' hai')
  drafts.set('d1', { ...kept, version: 2, title: 'Khác' })
  await press(app, 'Save draft')
  await app.user.click(
    within(await screen.findByRole('dialog', { name: 'Overwrite the draft?' })).getByRole('button', {
      name: 'Cancel',
    }),
  )
  expect(await screen.findByText('Changed elsewhere.')).toBeVisible()
  expect(drafts.get('d1')?.title).toBe('Khác')
  await press(app, 'Save draft')
  await app.user.click(
    within(await screen.findByRole('dialog', { name: 'Overwrite the draft?' })).getByRole('button', {
      name: 'Overwrite',
    }),
  )
  await waitFor(() => expect(drafts.get('d1')?.title).toBe('Một hai'))
})

test('this device keeps a draft that the server cannot keep', async () => {
  server.use(
    http.post('/event-draft', ({ response }) =>
      response('default').json(refused(5003, ['Delete some old drafts first.']), { status: 403 }),
    ),
  )
  const app = await renderApp('/event-management/add-new')
  await app.user.type(await screen.findByLabelText(/^Title/), 'Đêm nhạc')
  await press(app, 'Save draft')
  expect(await screen.findByText('Delete some old drafts first.')).toBeVisible()
  app.unmount()
  const again = await renderApp('/event-management/add-new')
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('Đêm nhạc')
  expect(screen.getByText(/what you left unfinished/)).toBeVisible()
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
  expect(screen.getByText(/what you left unfinished/)).toBeVisible()
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

test('publishing is a moment of its own: it leads to the home of the event, which says how to share it', async () => {
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
  await press(app, 'Publish')
  const moment = within(await screen.findByRole('dialog', { name: 'Registration is open!' }))
  expect(moment.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(moment.getByRole('link', { name: 'Zalo' })).toHaveAttribute(
    'href',
    expect.stringContaining('zalo.me'),
  )
  expect(moment.getByRole('button', { name: 'PDF poster' })).toBeVisible()
  expect(app.path()).toBe(`/event-management/${EVENT.id}`)
  expect(sent).toMatchObject([
    {
      title: 'Hội nghị',
      turnOffPayment: true,
      accountNumber: null,
      accountHolderName: null,
      sendEmailAfterRegister: true,
      eventForm: { scheme: [] },
      tickets: [],
    },
  ])
  expect(JSON.stringify(sent)).toContain('{{fullName}}')
  await app.user.click(moment.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(app.router.state.location.search).toEqual({}))
  app.unmount()
  await renderApp('/event-management/add-new')
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('')
})

test('empty fields have their defaults when the event is published, and its draft is deleted', async () => {
  const drafts = serverKeepsDrafts()
  serverShowsHome()
  const sent: components['schemas']['EventBody'][] = []
  server.use(
    http.post('/event', async ({ request, response }) => {
      sent.push(await request.json())
      return response(201).json({ code: 2002, data: EVENT, messages: ['Event created'] })
    }),
  )
  const app = await renderApp('/event-management/add-new')
  await app.user.type(await screen.findByLabelText(/^Title/), 'Hội <b>')
  await app.user.type(screen.getByLabelText(/^Venue/), 'Nhà hát')
  await app.user.type(screen.getByLabelText('Event starts: date'), '01/06/2030{Tab}')
  expect(screen.getByText(/opens when you publish · closes when the event starts · 100 seats/)).toBeVisible()
  await press(app, 'Next')
  await waitFor(() => expect(drafts.size).toBe(1))
  await press(app, 'Publish')
  // The logo is drawn and uploaded, the event created, and another screen loaded before this.
  const moment = await screen.findByRole('dialog', { name: 'Registration is open!' }, { timeout: 20_000 })
  expect(moment).toBeVisible()
  expect(sent).toMatchObject([
    {
      title: 'Hội <b>',
      description: '<p>You are warmly invited to Hội &lt;b&gt;.</p>',
      logo: '/api/upload/drawn',
      totalParticipants: 100,
      closeRegistrationDate: sent[0]?.eventStartDate,
      turnOffPayment: true,
      draftId: 'draft-1',
    },
  ])
  const opens = Date.parse(sent[0]?.openRegistrationDate ?? '')
  expect(Math.abs(Date.now() - opens)).toBeLessThan(60_000)
})

test('the host has the name and the company given at sign-up, and the login address is shown only when that is ticked', async () => {
  keep({ turnOffPayment: true })
  serverShowsHome()
  const sent: components['schemas']['EventBody'][] = []
  server.use(
    http.post('/event', async ({ request, response }) => {
      sent.push(await request.json())
      return response(201).json({ code: 2002, data: EVENT, messages: ['Event created'] })
    }),
  )
  const app = await renderApp('/event-management/add-new')
  expect(await screen.findByText('Nguyễn Thị Lan · Công ty Hoa Sen')).toBeVisible()
  const shown = screen.getByRole('checkbox', { name: 'Show visitors the email lan@congty.vn' })
  expect(shown).not.toBeChecked()
  await app.user.click(shown)
  expect(shown).toBeChecked()
  await app.user.click(shown)
  await press(app, 'Change the organizer')
  const host = screen.getByLabelText('Organizer')
  expect(host).toHaveFocus()
  await app.user.clear(host)
  await app.user.type(host, 'CLB Nhạc Xưa')
  await press(app, 'Publish')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toMatchObject([{ hostName: 'CLB Nhạc Xưa', contactEmail: null, hideContactEmail: true }])
})

test('a draft from before does not publish the login address, which the wizard had filled in', async () => {
  const { hideContactEmail: _, hostName: __, ...event } = blankDraft().event
  expect(draftFrom({ event: { ...event, contactEmail: 'lan@congty.vn' } as never }).event).toMatchObject({
    hostName: 'Nguyễn Thị Lan · Công ty Hoa Sen',
    contactEmail: '',
    hideContactEmail: true,
  })
  expect(draftFrom({ event: { ...event, contactEmail: 've@congty.vn' } as never }).event).toMatchObject({
    contactEmail: 've@congty.vn',
    hideContactEmail: false,
  })
})

test('a field that only an older wizard had is left out', () => {
  const { event } = blankDraft()
  const { event: read } = draftFrom({ event: { ...event, title: 'Hội nghị', formerField: 1 } as never })
  expect(read.title).toBe('Hội nghị')
  expect(read).not.toHaveProperty('formerField')
})

test('publishing leads to the first step that lacks something', async () => {
  keep({ venueAddress: '' })
  const app = await renderApp('/event-management/add-new?step=emailContent')
  await press(app, 'Publish')
  expect(await screen.findByLabelText(/^Venue/)).toHaveFocus()
  expect(app.router.state.location.search).toEqual({ step: 'eventInfo' })
})

test("the server's refusal is shown at its field, on its step", async () => {
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
  await press(app, 'Publish')
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
  await press(app, 'More options')
  for (const section of ['Form', 'Payment', 'Email'])
    expect(state(section)).toHaveTextContent('Using defaults')
  for (const [label, day] of [
    ['Event starts', '01/06/2030'],
    ['Registration opens', '01/05/2030'],
    ['Registration closes', '20/05/2030'],
  ]) {
    await app.user.type(screen.getByLabelText(`${label}: date`), `${day}`)
    await app.user.tab()
  }
  await press(app, 'Publish')
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies).toMatchObject([
    {
      title: `${EVENT.title} (copy)`,
      copiedFrom: EVENT.id,
      eventForm: { scheme: EVENT.eventForm.scheme },
      tickets: EVENT.tickets.map(({ name, price, quantity }) => ({ name, price, quantity })),
    },
  ])
  expect(JSON.stringify(bodies)).not.toContain('"sold"')
  // The other event that was begun is still where it was.
  expect(readLocalDraft()?.state.event.title).toBe('Hội nghị')
  expect(readLocalDraft({ from: EVENT.id })).toBeNull()
})

test('a copy that is reloaded keeps typed text, and can be started over from its source', async () => {
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
  const drafts = serverKeepsDrafts()
  serverLists([], { eventLimit: 1, eventsUsed: 1 })
  const app = await renderApp('/event-management/add-new?step=emailContent')
  expect(await screen.findByText('Quantities are limited, please buy more')).toBeVisible()
  await press(app, 'Publish')
  expect(
    await screen.findByText('Draft saved. You can publish the event once your plan allows another one.'),
  ).toBeVisible()
  expect(drafts.size).toBe(1)
  expect(app.path()).toBe('/event-management/add-new')
})
