import { HttpResponse } from 'msw'
import { RIGHTS } from '~/features/events/fixtures'
import { http, ok, server } from '~/test/server'
import type { EventMoney } from './queries'

/** The event `ev1` with this money, no invoices, and this number of people who can be reminded to pay. */
export function serverHasMoney(money: EventMoney, recipients: number) {
  const event = {
    id: 'ev1',
    title: 'Autumn night',
    status: 'open',
    isCancelled: false,
    rights: RIGHTS,
    turnOffPayment: false,
    tickets: [],
  }
  server.use(
    http.get('/event/{eventId}', ({ response }) => response.untyped(HttpResponse.json(ok(event)))),
    http.get('/event/{eventId}/money', ({ response }) => response(200).json(ok(money))),
    http.get('/event/{eventId}/invoices', ({ response }) =>
      response(200).json(ok({ items: [], total: 0, waiting: 0, unpaid: 0, issued: 0 })),
    ),
    http.get('/event/{eventId}/payment-reminders', ({ response }) =>
      response(200).json(ok({ recipients, remindedLately: 0, leftToday: 20_000 })),
    ),
  )
}
