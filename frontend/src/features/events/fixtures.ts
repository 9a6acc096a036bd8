import type { components } from '~/api/schema'
import { http, NO_EVENTS, ok, refused, server } from '~/test/server'
import type { Event, EventList, EventSummary } from './queries'
import { NO_SETTINGS } from './wizard/settings'

/** For tests: the rights of an event's owner. */
export const RIGHTS: Event['rights'] = [
  'overview',
  'guests',
  'personalData',
  'money',
  'tickets',
  'messages',
  'door',
  'draw',
  'settings',
]

/** For tests: an event that lacks nothing, with one question and one ticket class of its own. */
export const EVENT: Event = {
  ...NO_SETTINGS,
  id: '0198c5a1-7c00-7000-8000-000000000001',
  ownerId: '01',
  rights: RIGHTS,
  title: 'Hội nghị Thường niên',
  description: '<p>Gặp gỡ cuối năm.</p>',
  totalParticipants: 200,
  openRegistrationDate: '2026-01-01T01:00:00Z',
  closeRegistrationDate: '2026-03-01T01:00:00Z',
  newClosedDate: null,
  logo: '/api/upload/logo',
  hostName: null,
  hostContact: null,
  slug: 'dem-nhac',
  groupName: null,
  accountNumber: '0123456789',
  accountHolderName: 'NGUYEN THI LAN',
  bankName: 'Vietcombank',
  bankBin: '970436',
  paymentEmailContent: '<p>Chuyển khoản nhé.</p>',
  eventStartDate: '2026-03-10T11:00:00Z',
  venueAddress: 'GEM Center',
  registerEmailContent: '<p>Chào {{fullName}}</p>',
  contactEmail: null,
  status: 'open',
  isCancelled: false,
  isOver: false,
  cancelReason: null,
  eventForm: {
    scheme: [{ id: 'q1', question: 'Bạn ăn chay không?', required: 'true', type: 'TEXT', choices: [] }],
    version: 1,
  },
  tickets: [
    {
      id: '0198c5a1-7c00-7000-8000-0000000000a1',
      name: 'VIP',
      description: null,
      price: 500_000,
      quantity: 50,
      sold: 12,
      remaining: 38,
      isHidden: false,
      sortOrder: 0,
      invitationCode: null,
      timesUsed: 0,
      version: 1,
    },
  ],
  registeredCount: 12,
  version: 3,
  createdAt: '2025-12-01T01:00:00Z',
  updatedAt: '2025-12-01T01:00:00Z',
}

/** For tests: the data of twelve people, kept for the usual time. */
export const RETENTION: components['schemas']['Retention'] = {
  endsAt: '2026-03-10T14:00:00Z',
  keepDays: null,
  usualDays: 365,
  version: 0,
  minDays: 30,
  maxDays: 1095,
  documentsReason: null,
  erasedAt: '2027-03-10T14:00:00Z',
  documentsErasedAt: '2026-04-09T14:00:00Z',
  announcedAt: null,
  people: 12,
}

/** The tasks of an event without a device for its door. */
export const TODO: components['schemas']['EventTodo'] = {
  unpaid: 0,
  undelivered: 0,
  bursts: 0,
  devices: 0,
  usedTwice: 0,
  stopped: [],
  retention: RETENTION,
}

export const SUMMARY: EventSummary = {
  id: EVENT.id,
  ownerId: EVENT.ownerId,
  ownerName: 'Nguyễn Thị Lan',
  rights: RIGHTS,
  title: EVENT.title,
  logo: EVENT.logo,
  coverImage: null,
  status: 'open',
  isCancelled: false,
  isOver: false,
  openRegistrationDate: EVENT.openRegistrationDate,
  closeRegistrationDate: EVENT.closeRegistrationDate,
  eventStartDate: EVENT.eventStartDate,
  venueAddress: EVENT.venueAddress,
  totalParticipants: 200,
  registeredCount: 12,
  checkedIn: 0,
  moneyReceived: 0,
  moneyDue: 0,
  seatsOnOffer: 188,
  needsCode: false,
  groupName: null,
  membersOnly: false,
}

const NOTHING = { amount: 0, count: 0 }

/** For tests: the money of an event that has received none. */
export const NO_MONEY: components['schemas']['EventMoney'] = {
  due: NOTHING,
  received: NOTHING,
  surplus: NOTHING,
  byClass: [],
  byDay: [],
  byWay: [],
  waiting: NOTHING,
  refunds: NOTHING,
  returned: NOTHING,
  refundsDecided: 0,
  account: null,
}

/** The server has these events; gives the queries it was asked. */
export function serverLists(items: EventSummary[], list: Partial<EventList> = {}): Record<string, string>[] {
  const asked: Record<string, string>[] = []
  server.use(
    http.get('/event', ({ request, response }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return response(200).json(ok({ ...NO_EVENTS, items, total: items.length, ...list }))
    }),
  )
  return asked
}

/** The server has this event, and keeps changes; returns the sent bodies. */
export function serverKeeps(event: Event): components['schemas']['EventBody'][] {
  const sent: components['schemas']['EventBody'][] = []
  let stored = event
  server.use(
    http.get('/event/{eventId}', ({ response }) => response(200).json(ok(stored))),
    http.put('/event/{eventId}', async ({ request, response }) => {
      const body = (await request.json()) as components['schemas']['EventBody']
      sent.push(body)
      const { eventForm, section: _section, tickets: _tickets, ...fields } = body
      stored = {
        ...stored,
        ...(fields as Partial<Event>),
        eventForm: { scheme: eventForm?.scheme ?? stored.eventForm.scheme, version: 2 },
        version: stored.version + 1,
      }
      return response(200).json(ok(stored, ['Event updated']))
    }),
    http.get('/bank', ({ response }) =>
      response(200).json(
        ok([
          { bin: '970436', shortName: 'Vietcombank', name: 'Ngân hàng TMCP Ngoại thương Việt Nam' },
          { bin: '970422', shortName: 'MB', name: 'Ngân hàng TMCP Quân đội' },
        ]),
      ),
    ),
  )
  return sent
}

/** For tests that end at the home of `EVENT`: it has no registrations and no tasks. */
export function serverShowsHome() {
  server.use(
    http.get('/event/{eventId}', ({ response }) => response(200).json(ok(EVENT))),
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response(200).json(ok({ items: [], total: 0, checkedIn: 0 })),
    ),
    http.get('/event/{eventId}/messages/count', ({ response }) =>
      response(200).json(ok({ recipients: 0, optedOut: 0, leftToday: 1000, perMinute: 12 })),
    ),
    http.get('/event/{eventId}/checkin-keys', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/arrivals', ({ response }) =>
      response(200).json(ok({ since: '2026-03-10T10:01:00Z', perMinute: Array(60).fill(0) })),
    ),
    http.get('/event/{eventId}/money', ({ response }) => response(200).json(ok(NO_MONEY))),
    http.get('/event/{eventId}/todo', ({ response }) => response(200).json(ok(TODO))),
  )
}

/** The server keeps drafts; returns them by identifier. */
export function serverKeepsDrafts(
  drafts: Map<string, components['schemas']['Draft']> = new Map(),
): Map<string, components['schemas']['Draft']> {
  const summary = (id: string, { title = '', content }: components['schemas']['DraftBody']) => ({
    id,
    title,
    version: (drafts.get(id)?.version ?? 0) + 1,
    updatedAt: '2026-01-15T03:00:00Z',
    content,
  })
  server.use(
    http.get('/event-draft', ({ response }) => response(200).json(ok([...drafts.values()]))),
    http.post('/event-draft', async ({ request, response }) => {
      const draft = summary(`draft-${drafts.size + 1}`, await request.json())
      drafts.set(draft.id, draft)
      return response(200).json(ok(draft, ['Draft saved']))
    }),
    http.get('/event-draft/{id}', ({ params, response }) => {
      const draft = drafts.get(`${params.id}`)
      if (draft) return response(200).json(ok(draft))
      return response('default').json(refused(5005, ['This draft cannot be found.']), { status: 404 })
    }),
    http.put('/event-draft/{id}', async ({ params, request, response }) => {
      const id = `${params.id}`
      const body = await request.json()
      const known = drafts.get(id)
      if (!known) return response('default').json(refused(5005, ['Gone.']), { status: 404 })
      if (body.version !== known.version)
        return response('default').json(refused(5008, ['Changed elsewhere.']), { status: 409 })
      const draft = summary(id, body)
      drafts.set(id, draft)
      return response(200).json(ok(draft, ['Draft saved']))
    }),
    http.delete('/event-draft/{id}', ({ params, response }) => {
      drafts.delete(`${params.id}`)
      return response(200).json(ok({}, ['Deleted']))
    }),
  )
  return drafts
}
