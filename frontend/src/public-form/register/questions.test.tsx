import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  agree,
  eventWith,
  FREE,
  field,
  fillFixed,
  QUESTIONS,
  refresh,
  refusal,
  registered,
  serveEvent,
  serveRegistrations,
  submitButton,
  VIP,
  visit,
  withQuestions,
} from '~/test/publicForm'
import { http, ok, refused, server } from '~/test/server'

const PHOTO = new File(['photo'], 'photo.png', { type: 'image/png' })

beforeEach(() => {
  // jsdom draws no pictures: the thumbnail is left out, as in a browser that cannot draw the file.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLImageElement) {
    queueMicrotask(() => this.onerror?.(new Event('error')))
  })
})

test('every type of question is asked and sent in its own way', async () => {
  serveEvent(eventWith(withQuestions(...QUESTIONS)))
  server.use(
    http.post('/event/{eventId}/upload', ({ response }) =>
      response(200).json(ok({ id: 'f1', url: '/api/upload/f1' })),
    ),
  )
  const sent = serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  await user.type(await field(/What do you expect/), 'Good company')
  await user.type(await field(/friend/), 'minh+tet@congty.vn')
  const badge = await field('Staff number')
  expect(badge).toHaveAttribute('inputmode', 'numeric')
  expect(badge).toHaveAttribute('type', 'text')
  await user.type(badge, '+0084')
  const part = screen.getByRole('group', { name: 'Which part?' })
  await user.click(within(part).getByRole('radio', { name: 'Morning' }))
  await user.click(within(part).getByRole('radio', { name: 'Afternoon' }))
  const topics = screen.getByRole('group', { name: /Which topics/ })
  await user.click(within(topics).getByRole('checkbox', { name: 'People' }))
  await user.click(within(topics).getByRole('checkbox', { name: 'AI' }))
  await user.upload(await field('Your photo'), PHOTO)
  await screen.findByRole('button', { name: 'Remove' })
  expect(screen.getByText('Rows A to C are for guests.')).toBeVisible()
  await agree(user)
  await user.click(await submitButton())

  await screen.findByRole('heading', { name: 'You are registered' })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toEqual({
    fullName: 'Nguyễn Thị Lan',
    email: 'lan@congty.vn',
    phone: '0912345678',
    company: 'Công ty Hoa Sen',
    answers: [
      { questionId: 'wish', answer: 'Good company' },
      { questionId: 'friend', answer: 'minh+tet@congty.vn' },
      { questionId: 'badge', answer: '+0084' },
      { questionId: 'part', answer: 'Afternoon' },
      { questionId: 'topics', answer: ['AI', 'People'] },
      { questionId: 'photo', answer: '/api/upload/f1' },
    ],
    ticketId: null,
    paymentMethod: null,
    invitationCode: null,
    consent: true,
  })
})

test('missing and wrong answers are reported at their fields and in a summary, and nothing is sent', async () => {
  serveEvent(eventWith({ ...withQuestions(...QUESTIONS), tickets: [FREE, VIP] }))
  const sent = serveRegistrations(registered)
  const user = visit()
  await user.type(await field('Email'), 'a b@c.d')
  await user.type(await field('Phone number'), '09x1234567')
  await user.type(await field('Staff number'), '12a')
  await user.click(await submitButton())

  const summary = await screen.findByRole('alert', { name: 'Please check these fields (9)' })
  expect(summary).toHaveFocus()
  expect(
    within(summary)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Ticket class: Please choose a ticket class.',
    'Full name: Please fill in your full name.',
    'Email: This is not a valid email, for example: lan@congty.vn.',
    'Phone number: Digits only, with an optional + in front.',
    "Company: Please fill in your company's name.",
    'Staff number: Digits only, with an optional + in front.',
    'Which part? Please choose an answer.',
    'Your photo: Please upload an image.',
    'Consent: The organizer needs your consent to take your registration.',
  ])
  expect(await field('Email')).toHaveAccessibleDescription(/not a valid email/)
  expect(await field('Email')).toBeInvalid()
  await user.click(within(summary).getByRole('button', { name: 'Which part?' }))
  expect(screen.getByRole('radio', { name: 'Morning' })).toHaveFocus()
  expect(sent).toEqual([])

  // Mending a field takes its fault away.
  await user.clear(await field('Email'))
  await user.type(await field('Email'), 'lan@congty.vn')
  expect(await field('Email')).toBeValid()
})

test('consent is never given beforehand, and asked for', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  const consent = screen.getByRole('checkbox', { name: 'I agree that my details are used for this event.' })
  expect(consent).not.toBeChecked()
  await user.click(await submitButton())
  expect(consent).toHaveAccessibleDescription(/needs your consent/)
  expect(sent).toEqual([])
})

test('a payment method is asked for only when something is to be paid, and a transfer needs no tap', async () => {
  serveEvent(eventWith({ tickets: [FREE, VIP] }))
  const sent = serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await screen.findByRole('radio', { name: /Standard/ }))
  expect(screen.queryByRole('group', { name: 'Payment method' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /VIP/ }))
  const method = screen.getByRole('group', { name: 'Payment method' })
  expect(within(method).getByRole('radio', { name: /Bank transfer/ })).toBeChecked()
  await user.click(within(method).getByRole('radio', { name: /Cash/ }))
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: 'You are registered' })
  expect(sent[0]?.body).toMatchObject({ ticketId: 'vip', paymentMethod: 'CASH_AT_VENUE' })
})

test('with payment turned off the form does not ask how to pay', async () => {
  serveEvent(eventWith({ tickets: [VIP], turnOffPayment: true }))
  const sent = serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  expect(screen.queryByRole('group', { name: 'Payment method' })).not.toBeInTheDocument()
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: 'You are registered' })
  // The only class needs no choosing.
  expect(sent[0]?.body).toMatchObject({ ticketId: 'vip', paymentMethod: null })
})

test('the server’s faults stand at their fields as well, and everything typed stays', async () => {
  serveEvent(eventWith(withQuestions(...QUESTIONS.slice(0, 1))))
  serveRegistrations(() =>
    refusal(400, 5002, ['Too long'], { phone: ['This number is too short'], 'answers.wish': ['Too long'] }),
  )
  const user = visit()
  await fillFixed(user)
  await user.type(await field(/What do you expect/), 'Good company')
  await agree(user)
  await user.click(await submitButton())
  await waitFor(async () => expect(await field('Phone number')).toHaveAccessibleDescription(/too short/))
  expect(await field(/What do you expect/)).toHaveAccessibleDescription(/Too long/)
  expect(await field(/What do you expect/)).toHaveValue('Good company')
  expect(await field('Full name')).toHaveValue('Nguyễn Thị Lan')
})

test('an image that was not taken says why and can be sent again', async () => {
  serveEvent(eventWith(withQuestions(...QUESTIONS.filter(({ type }) => type === 'IMAGE'))))
  let attempts = 0
  server.use(
    http.post('/event/{eventId}/upload', ({ response }) => {
      attempts += 1
      return attempts === 1
        ? response.untyped(HttpResponse.error())
        : response(200).json(ok({ id: 'f1', url: '/api/upload/f1' }))
    }),
  )
  const user = visit()
  const photo = await field('Your photo')
  await user.upload(photo, PHOTO)
  expect(await screen.findByText(/was not uploaded/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Upload again' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
})

test('a registration that is sent while its image is on the way takes the image along', async () => {
  serveEvent(eventWith(withQuestions(...QUESTIONS.filter(({ type }) => type === 'IMAGE'))))
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.post('/event/{eventId}/upload', async ({ response }) => {
      await answered
      return response(200).json(ok({ id: 'f1', url: '/api/upload/f1' }))
    }),
  )
  const sent = serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  await user.upload(await field('Your photo'), PHOTO)
  await agree(user)
  await user.click(await submitButton())
  expect(screen.queryByText(/Please upload an image/)).not.toBeInTheDocument()
  answer()
  expect(await screen.findByRole('heading', { name: 'You are registered' })).toBeVisible()
  expect(sent[0]?.body.answers).toEqual([{ questionId: 'photo', answer: '/api/upload/f1' }])
})

test.each(['?', '#'])('a link brings its code behind %s, which may open a class of its own', async (mark) => {
  serveEvent(eventWith({ tickets: [VIP] }))
  server.use(
    http.get('/event/{eventId}/invitation/{code}', ({ params, response }) =>
      params.code === 'LAN2026'
        ? response(200).json(
            ok({
              ticketId: 'speaker',
              ticket: { ...FREE, id: 'speaker', name: 'Speaker' },
              participationType: 'INVITED',
              remainingUses: 3,
              invitedBy: 'Nguyễn Thị Lan',
            }),
          )
        : response.untyped(HttpResponse.json(refused(5002, ['Invalid invitation code']), { status: 400 })),
    ),
  )
  const sent = serveRegistrations(registered)
  const user = visit(`/form/e1${mark}code=LAN2026`)
  expect(await screen.findByText('Invited by Nguyễn Thị Lan')).toBeVisible()
  expect(screen.getByRole('radio', { name: /Speaker/ })).toBeChecked()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: 'You are registered' })
  expect(sent[0]?.body).toMatchObject({ ticketId: 'speaker', invitationCode: 'LAN2026' })
})

test('a new link goes before the code of an unfinished form, the same link does not', async () => {
  serveEvent(eventWith())
  server.use(
    http.get('/event/{eventId}/invitation/{code}', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5002, ['Invalid invitation code']), { status: 400 })),
    ),
  )
  const user = visit('/form/e1#code=FIRST')
  await user.clear(await field(/Invitation code/))
  await user.type(await field(/Invitation code/), 'TYPED')
  refresh('/form/e1#code=FIRST')
  expect(await field(/Invitation code/)).toHaveValue('TYPED')
  refresh('/form/e1#code=SECOND')
  expect(await field(/Invitation code/)).toHaveValue('SECOND')
})

test('an event without codes asks for none, unless the visitor came with one', async () => {
  serveEvent(eventWith({ takesInvitationCodes: false }))
  server.use(
    http.get('/event/{eventId}/invitation/{code}', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5002, ['Invalid invitation code']), { status: 400 })),
    ),
  )
  visit()
  await field('Full name')
  expect(screen.queryByRole('button', { name: /invitation code/ })).not.toBeInTheDocument()
  refresh('/form/e1#code=OLD')
  expect(await field(/Invitation code/)).toHaveValue('OLD')
  expect(await screen.findByText('Invalid invitation code')).toBeVisible()
})

test('a wrong code is refused when its field is left', async () => {
  serveEvent(eventWith())
  server.use(
    http.get('/event/{eventId}/invitation/{code}', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5002, ['Invalid invitation code']), { status: 400 })),
    ),
  )
  const user = visit()
  await user.click(await screen.findByRole('button', { name: 'Do you have an invitation code?' }))
  await user.type(await field(/Invitation code/), 'NOPE')
  await user.tab()
  expect(await screen.findByText('Invalid invitation code')).toBeVisible()
})

test('an accepted code takes its faults, and that of the class it opens, out of the summary', async () => {
  serveEvent(eventWith({ tickets: [FREE, VIP] }))
  const speaker = { ...FREE, id: 'speaker', name: 'Speaker' }
  server.use(
    http.get('/event/{eventId}/invitation/{code}', ({ params, response }) =>
      params.code === 'LAN2026'
        ? response(200).json(
            ok({
              ticketId: 'speaker',
              ticket: speaker,
              participationType: 'INVITED',
              remainingUses: 3,
              invitedBy: null,
            }),
          )
        : response.untyped(HttpResponse.json(refused(5002, ['Invalid invitation code']), { status: 400 })),
    ),
  )
  serveRegistrations(() =>
    refusal(400, 5002, ['Invalid'], {
      ticketId: ['This class needs a code.'],
      invitationCode: ['Invalid invitation code'],
      phone: ['Not a number of a phone.'],
    }),
  )
  const user = visit()
  await fillFixed(user)
  await user.click(screen.getByRole('radio', { name: /Standard/ }))
  await user.click(screen.getByRole('button', { name: 'Do you have an invitation code?' }))
  await user.type(await field(/Invitation code/), 'NOPE')
  await agree(user)
  await user.click(await submitButton())
  expect(await screen.findByRole('alert', { name: 'Please check these fields (3)' })).toBeVisible()
  await user.clear(await field(/Invitation code/))
  await user.type(await field(/Invitation code/), 'LAN2026')
  await user.tab()
  const summary = await screen.findByRole('alert', { name: 'Please check these fields (1)' })
  expect(summary).toHaveTextContent('Phone number: Not a number of a phone.')
  expect(screen.queryByText('Invalid invitation code')).not.toBeInTheDocument()
  expect(screen.queryByText('This class needs a code.')).not.toBeInTheDocument()
})

test('an invoice is offered with a price to pay, and its fields when one is wanted', async () => {
  serveEvent(eventWith({ tickets: [FREE, VIP], offersInvoices: true, paymentDays: 3, releasesUnpaid: true }))
  const sent = serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  await user.click(screen.getByRole('radio', { name: /Standard/ }))
  expect(screen.queryByRole('checkbox', { name: 'I need an invoice' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /VIP/ }))
  const transfer = screen.getByRole('radio', { name: /Bank transfer/ })
  expect(transfer).toHaveAccessibleName(/You have 3 days to make the transfer; then .* canceled/)
  await user.click(transfer)
  expect(screen.queryByLabelText('Tax number')).not.toBeInTheDocument()
  await user.click(screen.getByRole('checkbox', { name: 'I need an invoice' }))
  expect(screen.getByLabelText('Company name')).toHaveValue('Công ty Hoa Sen')
  await user.clear(screen.getByLabelText('Company name'))
  await agree(user)
  await user.click(await submitButton())
  const summary = await screen.findByRole('alert', { name: 'Please check these fields (3)' })
  // The fields are called there as they are in the form.
  for (const label of ['Company name', 'Tax number']) expect(within(summary).getByText(label)).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'A person' }))
  // The name follows the choice until it is typed; a person needs neither number nor address.
  expect(screen.getByLabelText('Full name on the invoice')).toHaveValue('Nguyễn Thị Lan')
  await user.type(screen.getByLabelText(/Citizen or tax number/), '001099123456')
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: 'You are registered' })
  expect(sent[0]?.body).toMatchObject({
    invoice: {
      buyer: 'person',
      name: 'Nguyễn Thị Lan',
      taxNumber: '001099123456',
      address: null,
      email: null,
    },
  })
})

test('the form asks for phone and company as the organiser says', async () => {
  const [fullName, email, phone] = eventWith().eventForm.scheme
  if (!fullName || !email || !phone) throw new Error('the form has its default questions')
  serveEvent(eventWith({ eventForm: { scheme: [fullName, email, { ...phone, required: '' }] } }))
  const sent = serveRegistrations(registered)
  const user = visit()
  expect(await screen.findByLabelText(/Phone number.*optional/)).toBeVisible()
  expect(screen.queryByLabelText(/Company/)).toBeNull()
  await user.type(await field('Full name'), 'Lan')
  await user.type(await field('Email'), 'lan@congty.vn')
  await agree(user)
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: 'You are registered' })
  expect(sent[0]?.body).toMatchObject({ fullName: 'Lan', phone: '', company: '' })
})

test('where only a transfer is possible, it is already chosen', async () => {
  serveEvent(eventWith({ tickets: [VIP], takesCash: false }))
  const sent = serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  const method = await screen.findByRole('group', { name: /Payment method/ })
  expect(within(method).queryByRole('radio', { name: /Cash/ })).toBeNull()
  expect(within(method).getByRole('radio', { name: /Bank transfer/ })).toBeChecked()
  await agree(user)
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: 'You are registered' })
  expect(sent[0]?.body).toMatchObject({ paymentMethod: 'BANK_TRANSFER' })
})

test('cash before a deadline is described as such, and not as payment at the desk', async () => {
  serveEvent(eventWith({ tickets: [VIP], paymentDays: 3, releasesUnpaid: true, cashHasDeadline: true }))
  visit()
  const cash = await screen.findByRole('radio', { name: /Cash/ })
  expect(cash).toHaveAccessibleName(/3 days to pay the organizer in cash/)
  expect(cash).not.toHaveAccessibleName(/welcome desk/)
})
