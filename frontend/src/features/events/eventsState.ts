import type { Event, EventList, EventSummary } from './queries'

/** The caller's events and limits as the screens use them. */
export interface EventsState {
  event: Event | null
  events: readonly EventSummary[]
  /** Those that match search and filter: the server filters, so it is all of them. */
  filteredEvents: readonly EventSummary[]
  /** Events the caller may have; −1 = unlimited. */
  limit: number
  /** Participants one event may have; −1 = unlimited. */
  participantLimit: number
  tickets: Event['tickets']
}

/** Before the server has answered. */
export const INITIAL_EVENTS: EventsState = {
  event: null,
  events: [],
  filteredEvents: [],
  limit: -1,
  participantLimit: 0,
  tickets: [],
}

export function eventsState(list: EventList | undefined): EventsState {
  if (!list) return INITIAL_EVENTS
  const { items, eventLimit, participantLimit } = list
  return { ...INITIAL_EVENTS, events: items, filteredEvents: items, limit: eventLimit, participantLimit }
}
