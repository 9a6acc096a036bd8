import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { toast } from '~/components/toast'
import { EVENTS, refreshEvent } from '~/features/events/queries'
import { answer, api, call } from '~/lib/api'
import { ApiError, CODE, NO_ANSWER, TIMED_OUT } from '~/lib/apiError'
import { t } from '~/lib/language'

type Schemas = components['schemas']

export type GroupEvent = Schemas['GroupEvent']
export type SeriesCourse = Schemas['SeriesCourse']
export type MeetingDay = Schemas['MeetingDay']
export type GroupFront = Schemas['GroupFront']

/** Events on a page. */
export const PAGE_SIZE = 20
const MINUTE = 60_000

/** Events that are over or cancelled. Refetched with all lists of events, and every minute, because events pass. */
export const pastEventsQuery = (groupId: string, page: number) => {
  const query = { period: 'past', page, limit: PAGE_SIZE } as const
  return queryOptions({
    queryKey: [...EVENTS, 'group', groupId, query],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/event', { params: { path: { groupId }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  })
}

/** One event of a group, in whichever period it is; no item if the group has no such event. */
export const groupEventQuery = (groupId: string, event: string) =>
  queryOptions({
    queryKey: [...EVENTS, 'group', groupId, { event }],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/event', { params: { path: { groupId }, query: { event } }, signal })),
    refetchInterval: MINUTE,
  })

/** The next event of a group, the members who come, and this month's deals. */
export const frontQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...EVENTS, 'group', groupId, 'front'],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/front', { params: { path: { groupId } }, signal })),
    refetchInterval: MINUTE,
  })

/** Events in one answer at most. */
const MOST = 100

/** All coming events of a group, with their series and the consent that a registration gives. */
export const allComingQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...EVENTS, 'group', groupId, 'all-coming'],
    queryFn: async ({ signal }) => {
      const items: GroupEvent[] = []
      const courses = new Map<string, SeriesCourse>()
      for (let page = 1; ; page += 1) {
        const query = { period: 'upcoming', page, limit: MOST } as const
        const part = await call(
          api.GET('/group/{groupId}/event', { params: { path: { groupId }, query }, signal }),
        )
        items.push(...part.items)
        for (const course of part.series) courses.set(course.id, course)
        if (part.items.length === 0 || page * MOST >= part.total)
          return { items, series: [...courses.values()], consent: part.consent }
      }
    },
    refetchInterval: MINUTE,
  })

/** The details of the caller's profile that a registration contains. */
export type Registrant = Pick<Schemas['Me'], 'fullName' | 'email' | 'phone' | 'company'>

export const registrantOf = ({ fullName, email, phone, company }: Registrant): Registrant => ({
  fullName,
  email,
  phone,
  company,
})

/** Whether the event requires no more than these details; otherwise the form has to ask for the rest. */
export function needsOnly({ phone, company }: Registrant, { oneStep }: GroupEvent): boolean {
  if (!oneStep) return false
  return (
    (phone !== '' || oneStep.phoneQuestion !== 'REQUIRED') &&
    (company !== '' || oneStep.companyQuestion !== 'REQUIRED')
  )
}

interface OneStep {
  event: GroupEvent
  registrant: Registrant
}

/** Registers the caller as the public form would. */
const register = ({ event: { id, oneStep }, registrant }: OneStep) =>
  answer(
    api.POST('/event/{eventId}/register', {
      params: { path: { eventId: id } },
      body: { ...registrant, ticketId: oneStep?.ticketId ?? null, answers: [], consent: true },
    }),
  )

export function useOneStepRegistration() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: register,
    // Said here, because the button that asked for it goes with the refreshed list, and its own callbacks with it.
    onSuccess: ({ data, messages }, { event: { title } }) => {
      if (data.confirmBy) toast.success(messages)
      else toast.done(t('groupEvents.registeredFor', { title }))
    },
    // Also after a refusal, which shows that the list is outdated.
    onSettled: (_data, _error, { event }) => refreshEvent(client, event.id),
  })
}

/** Gives the caller's seat back, which can be taken again while there is one. */
export function useTakingBack({ id, title, registration }: GroupEvent, onUndo: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      answer(
        api.DELETE('/event/{eventId}/registration', {
          params: { path: { eventId: id }, header: { 'X-Registration-Key': registration?.ownKey } },
        }),
      ),
    onSuccess: () => toast.done(t('groupEvents.front.takenBack', { title }), onUndo),
    onSettled: () => refreshEvent(client, id),
  })
}

/** The outcome of registering for several events. */
export interface RegistrationsOutcome {
  taken: readonly GroupEvent[]
  /** Those without a seat for the caller, each with the reasons. */
  refused: readonly { event: GroupEvent; reasons: readonly string[] }[]
}

/** Codes with which a call failed that would fail for the following events, too. */
const NO_USE_TO_GO_ON: unknown[] = [NO_ANSWER, TIMED_OUT, CODE.invalidAccessToken, CODE.accountDisabled]

/** Registers the caller for these events, one after the other. A refusal does not keep the caller from the others. */
async function registerForAll(
  events: readonly GroupEvent[],
  registrant: Registrant,
): Promise<RegistrationsOutcome> {
  const taken: GroupEvent[] = []
  const refused: { event: GroupEvent; reasons: readonly string[] }[] = []
  let ended: readonly string[] | undefined
  for (const event of events) {
    if (ended) {
      refused.push({ event, reasons: ended })
      continue
    }
    try {
      await register({ event, registrant })
      taken.push(event)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refused.push({ event, reasons: error.messages })
      if (NO_USE_TO_GO_ON.includes(error.code)) ended = error.messages
    }
  }
  return { taken, refused }
}

/** Registers the caller for several events. `onRefused` is called when there are some without a seat for the caller. */
export function useRegistrationForAll(onRefused: (outcome: RegistrationsOutcome) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ events, registrant }: { events: readonly GroupEvent[]; registrant: Registrant }) =>
      registerForAll(events, registrant),
    onSuccess: (outcome) => {
      if (outcome.refused.length > 0) onRefused(outcome)
      else toast.done(t('groupEvents.registeredForAll', { count: outcome.taken.length }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: EVENTS }),
  })
}

export type Series = Schemas['Series']
export type NewSeries = Schemas['NewSeries']
export type MeetingPlace = Schemas['MeetingPlace']
export type SeriesChange = Schemas['SeriesChange']

/** The series of a group that have coming meetings, for its leaders. */
export const seriesQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...EVENTS, 'series', groupId],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/series', { params: { path: { groupId } }, signal })),
  })

export function usePlanSeries(groupId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewSeries) =>
      answer(api.POST('/group/{groupId}/series', { params: { path: { groupId } }, body })),
    onSuccess: (_, { title, days: { length: count } }) => {
      toast.done(t('groupEvents.done.planned', { count, title }))
      return client.invalidateQueries({ queryKey: EVENTS })
    },
  })
}

export function useChangeSeries(groupId: string, { id, title }: Series) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SeriesChange) =>
      answer(api.PUT('/group/{groupId}/series/{id}', { params: { path: { groupId, id } }, body })),
    onSuccess: () => {
      toast.done(t('groupEvents.done.changed', { title }))
      return client.invalidateQueries({ queryKey: EVENTS })
    },
  })
}

export function useCancelSeries(groupId: string, { id, title, coming: { length: count } }: Series) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      answer(
        api.POST('/group/{groupId}/series/{id}/cancel', {
          params: { path: { groupId, id } },
          body: { reason },
        }),
      ),
    onSuccess: () => {
      toast.done(t('groupEvents.done.cancelled', { count, title }))
      return client.invalidateQueries({ queryKey: EVENTS })
    },
  })
}
