import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { RIGHTS } from '~/features/events/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'

const PATH = '/participant-management/ev1'

const MAIL = {
  attendanceId: 'a1',
  fullName: 'Trần Thị Hoa',
  email: 'hoa@exmaple.vn',
  kind: 'ticket' as const,
  reason: 'refused' as const,
  triedAt: '2026-03-01T02:00:00Z',
}

let left: number
let resent: number

beforeEach(() => {
  loggedInAs()
  left = 12
  resent = 0
  const event = {
    id: 'ev1',
    title: 'Đêm hội Trăng Rằm',
    status: 'open',
    isCancelled: false,
    rights: RIGHTS,
    eventForm: { scheme: [] },
  }
  server.use(
    http.get('/event/{eventId}', ({ response }) => response.untyped(HttpResponse.json(ok(event)))),
    http.get('/event/{eventId}/tickets', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response(200).json(ok({ items: [], total: 0, checkedIn: 0 })),
    ),
    http.get('/event/{eventId}/checkin-conflicts', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/attendances/undelivered', ({ response }) =>
      response(200).json(ok({ items: left > 0 ? [MAIL] : [], total: left })),
    ),
    http.post('/event/{eventId}/attendances/undelivered/resend', ({ response }) => {
      resent += 1
      left = 0
      return response(200).json(ok({ mails: 12 }, ['Sending again. Mails: 12']))
    }),
  )
})

test('participants without their mail are listed with the reason, and the mails can be sent again', async () => {
  const app = await renderApp(PATH)
  expect(await screen.findByText('12 mails were not delivered')).toBeVisible()
  const line = screen.getByText('Trần Thị Hoa').closest('li')
  expect(line).toHaveTextContent(
    'Trần Thị Hoa (hoa@exmaple.vn) – ticket: the address does not take mail, please check it',
  )
  expect(screen.getByText('and 11 more')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('Sending again. Mails: 12')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('12 mails were not delivered')).not.toBeInTheDocument())
  expect(resent).toBe(1)
})

test('says nothing while all mails arrive', async () => {
  left = 0
  await renderApp(PATH)
  expect(await screen.findByText('Nobody has registered yet')).toBeVisible()
  expect(screen.queryByText(/not delivered/)).not.toBeInTheDocument()
})
