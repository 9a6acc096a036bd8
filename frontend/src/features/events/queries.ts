import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { components, operations } from '~/api/schema'
import { toast } from '~/components/toast'
import { meQuery } from '~/features/accounts/queries'
import { answer, api, type Change, call } from '~/lib/api'
import { type EventSearch, stateQuery } from './search'

type Schemas = components['schemas']

export type Event = Schemas['Event']
export type EventSummary = Schemas['EventSummary']
export type EventList = Schemas['EventList']
export type Cover = Schemas['Cover']
export type Bank = Schemas['Bank']
export type EventStatus = Schemas['EventStatus']
type EventQuery = NonNullable<operations['list_events']['parameters']['query']>
type LogQuery = NonNullable<operations['list_event_log']['parameters']['query']>
export type ActionKind = NonNullable<LogQuery['kind']>[number]

/** The beginning of the keys of all lists of events, and of the figures of all of them. */
export const EVENTS = ['events']

/** The beginning of the keys of everything about one event, in all features, so that it is refreshed together. */
export const eventKey = (eventId: string) => ['event', eventId]

/** Refetches everything shown of an event; called after any change to it or to its parts. */
export const refreshEvent = (client: QueryClient, eventId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: EVENTS }),
    client.invalidateQueries({ queryKey: eventKey(eventId) }),
  ])

const MINUTE = 60_000

/** Refetched every minute, because events open and close at their times. */
export const eventsQuery = (query: EventQuery) =>
  queryOptions({
    queryKey: [...EVENTS, query],
    queryFn: ({ signal }) => call(api.GET('/event', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  })

/** Events on a page of the list. */
export const PAGE_SIZE = 10

/** A page of the list of events, as its address says. */
export const listedEventsQuery = ({ search, status, of, sort, order, page = 1 }: EventSearch) =>
  eventsQuery({
    search,
    ...stateQuery(status),
    isOfGroup: of && of === 'group',
    sort,
    order,
    page,
    limit: PAGE_SIZE,
  })

/** The limits of the caller's plan. */
export const planQuery = queryOptions({
  queryKey: [...EVENTS, 'plan'],
  queryFn: ({ signal }) => call(api.GET('/event', { params: { query: { limit: 1 } }, signal })),
  select: ({ eventLimit, eventsUsed, participantLimit }) => ({ eventLimit, eventsUsed, participantLimit }),
})

const readEvent = (eventId: string, signal: AbortSignal) =>
  call(api.GET('/event/{eventId}', { params: { path: { eventId } }, signal }))

/** The event that the account made last, with all details; null if the newest one that it sees is another's. */
export const lastEventQuery = (accountId: string) =>
  queryOptions({
    queryKey: [...EVENTS, 'last', accountId],
    queryFn: async ({ signal }) => {
      const query = { sort: 'createdAt', order: 'desc', limit: 1 } as const
      const { items } = await call(api.GET('/event', { params: { query }, signal }))
      const [newest] = items
      return newest?.ownerId === accountId ? readEvent(newest.id, signal) : null
    },
  })

/** The event with all details; only its owner and administrators get an answer. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'details'],
    queryFn: ({ signal }) => readEvent(eventId, signal),
  })

/**
 * The same for a form that changes it: always as the server has it when the form opens, because a save names the
 * version it began with, and never refetched while the user edits; hence the key of its own.
 */
export const editedEventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['editedEvent', eventId],
    queryFn: ({ signal }) => readEvent(eventId, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export type EventPage = Schemas['EventPage']

/** Programme, speakers and questions of the public page, for the form that changes them: as `editedEventQuery`. */
export const editedPageQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['editedPage', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/page', { params: { path: { eventId } }, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export function usePageChange(eventId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Change<Schemas['EventPageBody']>) =>
      answer(api.PUT('/event/{eventId}/page', { params: { path: { eventId } }, body })),
    onSuccess: () => refreshEvent(queryClient, eventId),
  })
}

/** The beginning of the keys of the event's log. */
export const eventLogKey = (eventId: string) => [...eventKey(eventId), 'log']

export interface LogFilter {
  kind?: ActionKind
  /** The identifier of an account. */
  actor?: string
}

export const eventLogQuery = (eventId: string, { kind, actor }: LogFilter) =>
  infiniteQueryOptions({
    queryKey: [...eventLogKey(eventId), { kind, actor }],
    queryFn: ({ signal, pageParam }) =>
      call(
        api.GET('/event/{eventId}/activities', {
          params: { path: { eventId }, query: { kind: kind && [kind], actor, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** The accounts that the event's log names. */
export const actorsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventLogKey(eventId), 'actors'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/activities/actors', { params: { path: { eventId } }, signal })),
  })

export const coversQuery = queryOptions({
  queryKey: ['covers'],
  queryFn: ({ signal }) => call(api.GET('/cover', { signal })),
})

export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: ({ signal }) => call(api.GET('/bank', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

export type DraftBody = Schemas['DraftBody']
export type DraftSummary = Schemas['DraftSummary']

/** The beginning of the keys of the caller's drafts. */
const DRAFTS = ['eventDrafts']

export const draftsQuery = queryOptions({
  queryKey: DRAFTS,
  queryFn: ({ signal }) => call(api.GET('/event-draft', { signal })),
})

export const readDraft = (id: string, signal?: AbortSignal) =>
  call(api.GET('/event-draft/{id}', { params: { path: { id } }, signal }))

/** The draft as the server has it when the wizard opens; never refetched while the user edits. */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: [...DRAFTS, id],
    queryFn: ({ signal }) => readDraft(id, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Keeps a draft that is `known`, in the version that was read, or a new one. */
export const keepDraft = (known: { id: string; version: number } | null, body: DraftBody) =>
  call(
    known
      ? api.PUT('/event-draft/{id}', {
          params: { path: { id: known.id } },
          body: { ...body, version: known.version },
        })
      : api.POST('/event-draft', { body }),
  )

/** Has the list of drafts asked again; a draft that is open stays as it is. */
export const refreshDrafts = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: DRAFTS, exact: true })

export function useDraftDeletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/event-draft/{id}', { params: { path: { id } } })),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      return refreshDrafts(queryClient)
    },
  })
}

export function useEventCreation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['EventBody']) => answer(api.POST('/event', { body })),
    // The account's plan counts its events.
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: EVENTS }),
        queryClient.invalidateQueries(meQuery),
        refreshDrafts(queryClient),
      ]),
  })
}

export function useEventChange(eventId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Change<Schemas['EventBody']>) =>
      answer(api.PUT('/event/{eventId}', { params: { path: { eventId } }, body })),
    onSuccess: () => refreshEvent(queryClient, eventId),
  })
}

export function useEventDeletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (eventId: string) =>
      answer(api.DELETE('/event/{eventId}', { params: { path: { eventId } } })),
    onSuccess: ({ messages }, eventId) => {
      // Said here, because the row that asked for it goes with the refreshed list, and its own callbacks with it.
      toast.success(messages)
      return Promise.all([refreshEvent(queryClient, eventId), queryClient.invalidateQueries(meQuery)])
    },
  })
}

export function useReopening(eventId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['ReopenEvent']) =>
      answer(api.POST('/event/{eventId}/reopen', { params: { path: { eventId } }, body })),
    onSuccess: () => refreshEvent(queryClient, eventId),
  })
}

export function useCancellation(eventId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['CancelEvent']) =>
      answer(api.POST('/event/{eventId}/cancel', { params: { path: { eventId } }, body })),
    onSuccess: ({ messages }) => {
      // As with a deletion, the row that asked for it may go with the refreshed list.
      toast.success(messages)
      return refreshEvent(queryClient, eventId)
    },
  })
}

export type Letter = Schemas['Letter']
export type MailPreview = Schemas['MailPreview']

/** The letter about a changed time or place that waits for a decision; null without one. */
export const letterQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'letter'],
    queryFn: async ({ signal }) => {
      const { letter } = await call(
        api.GET('/event/{eventId}/letter', { params: { path: { eventId } }, signal }),
      )
      return letter
    },
  })

/**
 * The letter as guests with this language get it. A decision about the letter refetches the event while the preview is
 * still on the screen, but there is no letter any more: hence the key of its own.
 */
export const letterPreviewQuery = (eventId: string, changedAt: string, lang: string) =>
  queryOptions({
    queryKey: ['letterPreview', eventId, changedAt, lang],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/letter/preview', {
          params: { path: { eventId }, query: { lang } },
          signal,
        }),
      ),
  })

/** The mail about the event's cancellation for this reason. */
export const cancellationPreviewQuery = (eventId: string, reason: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'cancellation', reason],
    queryFn: ({ signal }) =>
      call(
        api.POST('/event/{eventId}/cancel/preview', {
          params: { path: { eventId } },
          body: { reason },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** Sends the letter that was read, or dismisses it. */
export function useLetterDecision(eventId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ changedAt, isSent }: { changedAt: string; isSent: boolean }) => {
      const path = { eventId }
      const read = { changedAt }
      const { messages } = isSent
        ? await answer(api.POST('/event/{eventId}/letter/send', { params: { path }, body: read }))
        : await answer(api.DELETE('/event/{eventId}/letter', { params: { path, query: read } }))
      return messages
    },
    onSuccess: (messages) => toast.success(messages),
    onSettled: () => refreshEvent(queryClient, eventId),
  })
}

export function useCoverDeletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/cover/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries(coversQuery),
  })
}
