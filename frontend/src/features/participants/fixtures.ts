import { HttpResponse } from 'msw'
import { RIGHTS } from '~/features/events/fixtures'
import type { Event } from '~/features/events/queries'
import { http, ok, server } from '~/test/server'
import type { Participant } from './queries'

/** For tests: a guest who has paid nothing yet and is inside, with two answers. */
export const DUC: Participant = {
  id: 'a1',
  fullName: 'Nguyễn Văn Đức',
  email: 'duc@congty.vn',
  phone: '0912345678',
  country: null,
  company: 'Công ty Hoa Sen',
  role: 'Giám đốc',
  note: null,
  participationType: 'ORDINARY',
  invitationCode: null,
  invitedBy: null,
  invitedByAttendanceId: null,
  guests: 0,
  ticket: { id: 't1', name: 'Vé thường' },
  ticketCode: '7K2M9QXA4T0B',
  checkedInTime: '2026-11-20T12:02:00Z',
  isCheckedIn: true,
  checkedInBy: 'Cổng A',
  registrationTime: '2026-11-01T02:00:00Z',
  paymentStatus: 'unpaid',
  paymentMethod: 'BANK_TRANSFER',
  paymentRef: 'EV7K2Q9XAB',
  paidAt: null,
  paidWay: null,
  amount: 250_000,
  received: 0,
  dateOfBirth: null,
  gender: null,
  identificationNumber: null,
  taxNumber: null,
  businessLicense: null,
  avatar: null,
  logo: null,
  source: 'form',
  answers: [
    { questionId: 'q1', question: 'Bạn ăn chay không?', type: 'ONE_CHOICE', answer: 'Có' },
    {
      questionId: 'q2',
      question: 'Bạn tới bằng gì?',
      type: 'MULTIPLE_CHOICE',
      answer: ['Xe máy', 'Xe buýt'],
    },
  ],
  consent: null,
  consentWithdrawnAt: null,
  lang: 'vi',
  confirmBy: null,
  updatedAt: '2026-11-01T02:00:00Z',
  erasedAt: null,
}

/** A VIP who has paid and is not there yet. */
export const HOA: Participant = {
  ...DUC,
  id: 'a2',
  fullName: 'Trần Thị Hoa',
  email: 'hoa@congty.vn',
  participationType: 'VIP',
  checkedInTime: null,
  isCheckedIn: false,
  paymentStatus: 'paid',
  answers: [],
}

/**
 * The event `ev1` without ticket classes, codes or a past, in which these people take part; it is open unless `event`
 * says otherwise.
 */
export function serverHasPeople(people: Participant[], event: Partial<Event> = {}) {
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(
        HttpResponse.json(
          ok({
            id: 'ev1',
            title: 'Đêm hội Trăng Rằm',
            status: 'open',
            isCancelled: false,
            rights: RIGHTS,
            eventForm: { scheme: [] },
            eventStartDate: '2026-11-20T11:00:00Z',
            venueAddress: 'Nhà hát Lớn',
            ...event,
          }),
        ),
      ),
    ),
    http.get('/event/{eventId}/tickets', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/invitation-codes', ({ response }) =>
      response(200).json(ok({ items: [], total: 0 })),
    ),
    http.get('/event/{eventId}/checkin-conflicts', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/registration-bursts', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/attendances', ({ query, response }) => {
      const [type, host] = [query.get('participationType'), query.get('invitedBy')]
      const found = people.filter(
        ({ participationType, invitedByAttendanceId }) =>
          (!type || participationType === type) && (!host || invitedByAttendanceId === host),
      )
      const [limit, page] = [Number(query.get('limit')), Number(query.get('page'))]
      const items = found.slice(limit * (page - 1), limit * page)
      const checkedIn = found.filter(({ isCheckedIn }) => isCheckedIn).length
      return response(200).json(ok({ items, total: found.length, checkedIn }))
    }),
    http.get('/event/{eventId}/attendances/{id}', ({ params, response }) => {
      const found = people.find(({ id }) => id === params.id)
      return found ? response(200).json(ok(found)) : response.untyped(new HttpResponse(null, { status: 404 }))
    }),
    http.get('/event/{eventId}/attendances/{id}/history', ({ response }) =>
      response(200).json(ok({ items: [], nextCursor: null })),
    ),
  )
}
