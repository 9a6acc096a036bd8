import type { components } from '~/api/schema'
import { ownQuestions } from '~/lib/questions'
import type { Event, EventStatus } from '../queries'
import { FIXED_QUESTIONS, type Question, questionOf } from './questions'
import { errorsOf } from './sections'
import { NO_SETTINGS, type Settings, settingsOf } from './settings'
import { SECTIONS, type Section } from './steps'

type Schemas = components['schemas']

/** A ticket class; one of a stored event has an `id` and its sales. */
export type DraftTicket = Required<Schemas['NewTicket']> & { id?: string; sold?: number; version?: number }

/** The values of the wizard's fields. */
export type EventFields = Settings & {
  /** The event whose page's programme, speakers, questions and sponsors a new event takes over. */
  copiedFrom: string | null
  tickets: DraftTicket[]
}

/** A section's flag is computed when the section is opened or changed, not before. */
export interface DraftState {
  isEventInfoValid: boolean
  isFormInfoValid: boolean
  isEmailContentValid: boolean
  isPaymentInfoValid: boolean
  /** The four fixed questions, then the organiser's own. */
  formScheme: Question[]
  /** Null while the event is not stored. */
  eventStatus: EventStatus | null
  /** The name of the group to which the stored event belongs. */
  groupName: string | null
  event: EventFields
}

export const INITIAL_DRAFT: DraftState = {
  isEventInfoValid: false,
  isFormInfoValid: true,
  isEmailContentValid: false,
  isPaymentInfoValid: false,
  formScheme: FIXED_QUESTIONS,
  eventStatus: null,
  groupName: null,
  event: { ...NO_SETTINGS, copiedFrom: null, tickets: [] },
}

/** The wizard's state of an event, shared by its four steps. */
export function createDraftStore(initial: DraftState) {
  let state = initial
  const listeners = new Set<() => void>()

  const set = (next: DraftState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Changes fields and validates their section again. */
    change: (fields: Partial<EventFields>, section: Section) =>
      set(judge({ ...state, event: { ...state.event, ...fields } }, [section])),
    changeScheme: (own: Question[]) =>
      set(judge({ ...state, formScheme: [...FIXED_QUESTIONS, ...own] }, ['formInfo'])),
    /** Validates the section that is opened, so that its flag is right from then on. */
    visit: (section: Section) => set(judge(state, [section])),
    /** Takes over status and closing date of the reopened event and keeps unsaved changes. */
    reopen: ({ status, closeRegistrationDate }: Event) =>
      set(
        judge({ ...state, eventStatus: status, event: { ...state.event, closeRegistrationDate } }, [
          'eventInfo',
        ]),
      ),
    /** Replaces the state and validates all sections. */
    put: (next: DraftState) => set(judge(next, SECTIONS)),
    /** Replaces the state by a stored event and validates all sections. */
    load: (event: Event) => set(judge(draftOf(event), SECTIONS)),
  }
}

export type DraftStore = ReturnType<typeof createDraftStore>

export const FLAGS = {
  eventInfo: 'isEventInfoValid',
  formInfo: 'isFormInfoValid',
  paymentInfo: 'isPaymentInfoValid',
  emailContent: 'isEmailContentValid',
} as const satisfies Record<Section, keyof DraftState>

/** Sets the flags of these sections. */
export const judge = (next: DraftState, sections: readonly Section[]): DraftState =>
  Object.assign({ ...next }, ...sections.map((section) => ({ [FLAGS[section]]: isComplete(section, next) })))

const isComplete = (section: Section, state: DraftState) => Object.keys(errorsOf(section, state)).length === 0

function draftOf(event: Event): DraftState {
  return {
    ...INITIAL_DRAFT,
    eventStatus: event.status,
    groupName: event.groupName,
    formScheme: [...FIXED_QUESTIONS, ...ownQuestions(event.eventForm.scheme.map(questionOf))],
    event: { ...settingsOf(event), copiedFrom: null, tickets: event.tickets.map(draftTicketOf) },
  }
}

/** The state of a new event copied from `source`: without dates, identifiers and sales. */
export function copyOf(source: Event, title: string): DraftState {
  const { event, formScheme } = draftOf(source)
  const copy: DraftState = {
    ...INITIAL_DRAFT,
    formScheme,
    event: {
      ...event,
      title,
      openRegistrationDate: null,
      closeRegistrationDate: null,
      eventStartDate: null,
      endDate: null,
      visitorChangesUntil: null,
      copiedFrom: source.id,
      tickets: event.tickets.map(({ id: _, sold: __, ...ticket }) => ticket),
    },
  }
  return judge(copy, SECTIONS)
}

export function draftTicketOf(ticket: Schemas['Ticket']): DraftTicket {
  const { id, name, description, price, quantity, isHidden, sold, version } = ticket
  return { id, name, description: description ?? null, price, quantity, isHidden, sold, version }
}
