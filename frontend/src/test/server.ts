import { http as anything, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createOpenApiHttp } from 'openapi-msw'
import type { components, paths } from '~/api/schema'

type Schemas = components['schemas']

/**
 * Handlers of the API, typed by the generated schema: `http.get('/users/me', ({ response }) => response(200).json(…))`.
 * Every operation may refuse, with the status in the handler: `response('default').json(…, { status: 409 })`.
 */
export const http = createOpenApiHttp<paths>({ baseUrl: `${location.origin}/api` })

export const ok = <T>(data: T, messages: string[] = []) => ({ code: 2000, data, messages })

const NONE = { value: 0, previous: 0 }

export const NO_FIGURES: Schemas['Overview'] = {
  totalEvents: 0,
  open: 0,
  upcoming: 0,
  closed: 0,
  cancelled: 0,
  participants: 0,
  checkedIn: 0,
  moneyDue: 0,
  moneyReceived: 0,
  groups: 0,
  period: { events: NONE, participants: NONE, checkedIn: NONE, moneyReceived: NONE },
}

export const NO_EVENTS: Schemas['EventList'] = {
  items: [],
  total: 0,
  counts: { total: 0, open: 0, upcoming: 0, closed: 0, cancelled: 0 },
  participantLimit: -1,
  eventLimit: -1,
  eventsUsed: 0,
}

/** A public page that was never switched on. */
export const NO_PAGE: Schemas['PageSettings'] = {
  slug: '',
  name: 'Sao Mai',
  content: '',
  isOn: false,
  version: 0,
}

/**
 * Answers only requests that most screens make: lists and figures are empty, all mails arrive, and no letter waits. Any
 * other unexpected request fails the test. There is never a live connection.
 */
export const server = setupServer(
  http.get('/group/{groupId}/page', ({ response }) => response(200).json(ok(NO_PAGE))),
  anything.get('*/socket.io/', () => HttpResponse.error()),
  http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
  http.get('/event', ({ response }) => response(200).json(ok(NO_EVENTS))),
  http.get('/event-draft', ({ response }) => response(200).json(ok([]))),
  http.get('/statistic/overview', ({ response }) => response(200).json(ok(NO_FIGURES))),
  http.get('/system/needs', ({ response }) => response(200).json(ok([]))),
  http.get('/statistic/chart', ({ response }) => response(200).json(ok([{ timeLabel: '', value: 0 }]))),
  http.get('/group/{groupId}/front', ({ response }) =>
    response(200).json(
      ok({
        next: null,
        coming: null,
        deals: { count: 0, value: null },
        consent: { version: '1', text: '' },
      }),
    ),
  ),
  http.get('/group/{groupId}/point/tally', ({ response }) => response(200).json(ok([]))),
  http.get('/event/{eventId}/attendances/undelivered', ({ response }) =>
    response(200).json(ok({ items: [], total: 0 })),
  ),
  http.get('/event/{eventId}/letter', ({ response }) => response(200).json(ok({ letter: null }))),
  http.post('/event/{eventId}/cancel/preview', ({ response }) =>
    response(200).json(ok({ recipients: 12, subject: 'Canceled', html: '<p>Canceled</p>' })),
  ),
  http.get('/event/{eventId}/registration-bursts', ({ response }) => response(200).json(ok([]))),
  http.get('/health/mail', ({ response }) =>
    response(200).json(ok({ pausedSince: null, reason: null, deadLetters: 0 })),
  ),
)

export const refused = (code: number, messages: string[] = [], fields?: Record<string, string[]>) => ({
  code,
  error: 'REFUSED',
  messages,
  ...(fields && { fields }),
})

export const LOGIN_RESULT: Schemas['LoginResult'] = {
  user: {
    id: '01',
    fullName: 'Nguyễn Thị Lan',
    email: 'lan@congty.vn',
    company: 'Công ty Hoa Sen',
    role: 'COMMITTEE',
    avatar: null,
    appLogo: null,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
  },
  token: { accessToken: 'access-1', expiresIn: 900 },
  refreshToken: { refreshToken: 'refresh-1', expiresIn: 3600 },
}

export const ME: Schemas['Me'] = {
  ...LOGIN_RESULT.user,
  phone: '0901234567',
  country: null,
  gender: null,
  dateOfBirth: null,
  identificationNumber: null,
  taxNumber: null,
  businessLicense: null,
  businessField: null,
  position: null,
  userCode: 'U0123456789ABCDE',
  lang: 'vi',
  version: 1,
  planSummary: {
    eventLimit: -1,
    maxAttendeesPerEvent: -1,
    groupLimit: 0,
    maxMembersPerGroup: -1,
    reportFeature: false,
    eventsUsed: 0,
    groupsUsed: 0,
  },
  personalPlans: [],
  groupRequest: null,
  unreadCount: 0,
  waitingCount: 0,
}
