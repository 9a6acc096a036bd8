import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { forgetTokens, storeToken } from '~/lib/tokens'
import {
  agree,
  CONFIRMATION,
  dead,
  eventWith,
  field,
  fillFixed,
  refusal,
  registered,
  serveEvent,
  serveRegistrations,
  submitButton,
  visit,
} from '~/test/publicForm'
import { http, ok, server } from '~/test/server'

const FOR_MEMBERS = { membersOnly: true, groupName: 'Hội Doanh nhân', needsCode: true }

beforeEach(forgetTokens)

test('a visitor reads which group the event is for, and where to log in', async () => {
  serveEvent(eventWith({ ...FOR_MEMBERS, takesInvitationCodes: false }))
  visit()
  expect(await screen.findByText(/Only members of “Hội Doanh nhân” can register/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login')
  expect(screen.queryByLabelText('Full name')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Do you have an invitation code?' })).not.toBeInTheDocument()
})

test('a guest registers with an invitation code, and not without', async () => {
  serveEvent(eventWith(FOR_MEMBERS))
  const sent = serveRegistrations(registered)
  server.use(
    http.get('/event/{eventId}/invitation/{code}', ({ response }) =>
      response(200).json(
        ok({ ticketId: null, ticket: null, participationType: 'INVITED', remainingUses: 1, invitedBy: null }),
      ),
    ),
  )
  const user = visit()
  await user.click(await screen.findByRole('button', { name: 'Do you have an invitation code?' }))
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  expect(await screen.findAllByText('Please enter your invitation code.')).not.toHaveLength(0)
  expect(sent).toHaveLength(0)
  await user.type(await field(/^Invitation code/), 'KHACH')
  await user.click(await submitButton())
  expect(await screen.findByText(CONFIRMATION.message)).toBeVisible()
  expect(sent[0]?.body.invitationCode).toBe('KHACH')
})

test('a guest with the link of a code comes to the form at once', async () => {
  serveEvent(eventWith(FOR_MEMBERS))
  server.use(
    http.get('/event/{eventId}/invitation/{code}', ({ response }) =>
      response(200).json(
        ok({ ticketId: null, ticket: null, participationType: 'INVITED', remainingUses: 1, invitedBy: null }),
      ),
    ),
  )
  visit('/form/e1#code=KHACH')
  expect(await field(/^Invitation code/)).toHaveValue('KHACH')
})

const HEAD = {
  id: 'e1',
  title: 'Gặp mặt đầu xuân',
  eventStartDate: '2026-11-20T01:30:00Z',
  membersOnly: true,
  needsCode: true,
}

test('a stranger sees title and start of an event of a hidden group, and a code opens the rest', async () => {
  const codes: (string | null)[] = []
  serveEvent(eventWith(FOR_MEMBERS))
  server.use(
    http.get('/event/{eventId}/public', ({ request, response }) => {
      const code = request.headers.get('X-Invitation-Code')
      codes.push(code)
      return response(200).json(ok(code === 'KHACH' ? eventWith(FOR_MEMBERS) : HEAD))
    }),
    http.get('/event/{eventId}/invitation/{code}', ({ response }) =>
      response(200).json(
        ok({ ticketId: null, ticket: null, participationType: 'INVITED', remainingUses: 1, invitedBy: null }),
      ),
    ),
  )
  const user = visit()
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Gặp mặt đầu xuân' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Directions' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Do you have an invitation code?' }))
  await user.type(await field(/^Invitation code/), 'SAI1')
  await user.click(screen.getByRole('button', { name: 'Open the event' }))
  expect(await screen.findByText('Invalid invitation code')).toBeVisible()
  await user.clear(await field(/^Invitation code/))
  await user.type(await field(/^Invitation code/), 'KHACH')
  await user.click(screen.getByRole('button', { name: 'Open the event' }))
  expect(await screen.findByRole('link', { name: 'Directions' })).toBeVisible()
  expect(await field(/^Invitation code/)).toHaveValue('KHACH')
  expect(codes.slice(-2)).toEqual(['SAI1', 'KHACH'])
})

test('a code that the server refuses to try leaves the page, says why, and can be tried again', async () => {
  const replies = [
    () => refusal(429, 5003, ['Too many attempts. Please wait a moment.']),
    dead,
    () => HttpResponse.json(ok(eventWith(FOR_MEMBERS))),
  ]
  serveEvent(eventWith(FOR_MEMBERS))
  server.use(
    http.get('/event/{eventId}/public', ({ request, response }) =>
      request.headers.get('X-Invitation-Code') === null
        ? response(200).json(ok(HEAD))
        : response.untyped((replies.shift() ?? dead)()),
    ),
    http.get('/event/{eventId}/invitation/{code}', ({ response }) =>
      response(200).json(
        ok({ ticketId: null, ticket: null, participationType: 'INVITED', remainingUses: 1, invitedBy: null }),
      ),
    ),
  )
  const user = visit()
  await user.click(await screen.findByRole('button', { name: 'Do you have an invitation code?' }))
  await user.type(await field(/^Invitation code/), 'KHACH')
  const open = () => user.click(screen.getByRole('button', { name: 'Open the event' }))
  await open()
  expect(await screen.findByText('Too many attempts. Please wait a moment.')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Gặp mặt đầu xuân' })).toBeVisible()
  expect(await field(/^Invitation code/)).toHaveValue('KHACH')
  await open()
  expect(await screen.findByText(/^The connection is unstable/)).toBeVisible()
  await open()
  expect(await screen.findByRole('link', { name: 'Directions' })).toBeVisible()
})

test('a member who is logged in registers with their token', async () => {
  storeToken('accessToken', 'access-1', 900, true)
  const tokens: (string | null)[] = []
  serveEvent(eventWith(FOR_MEMBERS))
  server.use(
    http.get('/event/{eventId}/public', ({ request, response }) => {
      const token = request.headers.get('Authorization')
      return response(200).json(ok(eventWith({ ...FOR_MEMBERS, needsCode: token !== 'Bearer access-1' })))
    }),
    http.post('/event/{eventId}/register', ({ request, response }) => {
      tokens.push(request.headers.get('Authorization'))
      return response(200).json(ok(CONFIRMATION))
    }),
  )
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  expect(await screen.findByText(CONFIRMATION.message)).toBeVisible()
  expect(tokens).toEqual(['Bearer access-1'])
})

test('a public event is never requested with a token', async () => {
  storeToken('accessToken', 'access-1', 900, true)
  const tokens: (string | null)[] = []
  server.use(
    http.get('/event/{eventId}/public', ({ request, response }) => {
      tokens.push(request.headers.get('Authorization'))
      return response(200).json(ok(eventWith()))
    }),
  )
  visit()
  expect(await field('Full name')).toBeVisible()
  expect(tokens).toEqual([null])
})
