import type { GroupEvent } from './queries'

/** An event with a few seats, for which a member can register with one press. */
export const EVENT: GroupEvent = {
  id: 'e1',
  title: 'Gặp mặt đầu xuân',
  logo: '/api/upload/logo',
  coverImage: null,
  status: 'open',
  isCancelled: false,
  isOver: false,
  openRegistrationDate: '2026-01-01T01:00:00Z',
  closeRegistrationDate: '2026-03-01T01:00:00Z',
  eventStartDate: '2026-03-10T11:00:00Z',
  endDate: null,
  venueAddress: 'GEM Center',
  membersOnly: true,
  seatsLeft: 8,
  isScarce: true,
  seriesId: null,
  isOwn: false,
  oneStep: { ticketId: null, phoneQuestion: 'REQUIRED', companyQuestion: 'REQUIRED' },
  registration: null,
}

export const CONSENT = { version: '1', text: 'I agree that my details are used for this event.' }
