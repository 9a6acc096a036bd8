import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventKey } from '~/features/events/queries'
import { groupKey } from '~/features/groups/queries'
import { answer, api, call } from '~/lib/api'

type Schemas = components['schemas']
export type Webhook = Schemas['Webhook']
export type WebhookKind = Schemas['WebhookKind']
export type WebhookBody = Schemas['WebhookBody']
export type WebhookChange = Schemas['WebhookChange']
export type WebhookTest = Schemas['WebhookTest']
export type WebhookDelivery = Schemas['WebhookDelivery']

/** The owner of the webhooks. */
export type Scope = { eventId: string } | { groupId: string }

/** Entries of the log that are read at once. */
const PART = 20
/** Milliseconds between two looks, because deliveries go out by themselves. */
const WATCHING = 5000

const EVENT_KINDS = [
  'registration.created',
  'registration.changed',
  'registration.cancelled',
  'payment.received',
  'participant.checked_in',
  'participant.erased',
] as const satisfies WebhookKind[]
const GROUP_KINDS = [
  'deal.created',
  'deal.changed',
  'member.joined',
  'member.left',
] as const satisfies WebhookKind[]

/** The kinds of events of a scope. */
export const kindsOf = (scope: Scope): readonly WebhookKind[] =>
  'eventId' in scope ? EVENT_KINDS : GROUP_KINDS

const webhooksKey = (scope: Scope) => [
  ...('eventId' in scope ? eventKey(scope.eventId) : groupKey(scope.groupId)),
  'webhooks',
]

export const refreshWebhooks = (client: QueryClient, scope: Scope) =>
  client.invalidateQueries({ queryKey: webhooksKey(scope) })

export const webhooksQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...webhooksKey(scope), 'list'],
    queryFn: ({ signal }) =>
      'eventId' in scope
        ? call(api.GET('/event/{eventId}/webhooks', { params: { path: scope }, signal }))
        : call(api.GET('/group/{groupId}/webhooks', { params: { path: scope }, signal })),
    refetchInterval: WATCHING,
  })

export const deliveriesQuery = (scope: Scope, id: string) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey(scope), 'deliveries', id],
    queryFn: ({ signal, pageParam }) => {
      const query = { cursor: pageParam, limit: PART }
      return 'eventId' in scope
        ? call(
            api.GET('/event/{eventId}/webhooks/{id}/deliveries', {
              params: { path: { ...scope, id }, query },
              signal,
            }),
          )
        : call(
            api.GET('/group/{groupId}/webhooks/{id}/deliveries', {
              params: { path: { ...scope, id }, query },
              signal,
            }),
          )
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

export const createWebhook = (scope: Scope, body: WebhookBody) =>
  'eventId' in scope
    ? answer(api.POST('/event/{eventId}/webhooks', { params: { path: scope }, body }))
    : answer(api.POST('/group/{groupId}/webhooks', { params: { path: scope }, body }))

export const updateWebhook = (scope: Scope, id: string, body: WebhookChange) =>
  'eventId' in scope
    ? answer(api.PUT('/event/{eventId}/webhooks/{id}', { params: { path: { ...scope, id } }, body }))
    : answer(api.PUT('/group/{groupId}/webhooks/{id}', { params: { path: { ...scope, id } }, body }))

export const deleteWebhook = (scope: Scope, id: string) =>
  'eventId' in scope
    ? answer(api.DELETE('/event/{eventId}/webhooks/{id}', { params: { path: { ...scope, id } } }))
    : answer(api.DELETE('/group/{groupId}/webhooks/{id}', { params: { path: { ...scope, id } } }))

export const renewSecret = (scope: Scope, id: string) =>
  'eventId' in scope
    ? answer(api.POST('/event/{eventId}/webhooks/{id}/secret', { params: { path: { ...scope, id } } }))
    : answer(api.POST('/group/{groupId}/webhooks/{id}/secret', { params: { path: { ...scope, id } } }))

export const testWebhook = (scope: Scope, id: string) =>
  'eventId' in scope
    ? call(api.POST('/event/{eventId}/webhooks/{id}/test', { params: { path: { ...scope, id } } }))
    : call(api.POST('/group/{groupId}/webhooks/{id}/test', { params: { path: { ...scope, id } } }))

export const replayFailed = (scope: Scope, id: string) =>
  'eventId' in scope
    ? answer(api.POST('/event/{eventId}/webhooks/{id}/replay', { params: { path: { ...scope, id } } }))
    : answer(api.POST('/group/{groupId}/webhooks/{id}/replay', { params: { path: { ...scope, id } } }))

export const replayDelivery = (scope: Scope, id: string, deliveryId: string) =>
  'eventId' in scope
    ? answer(
        api.POST('/event/{eventId}/webhooks/{id}/deliveries/{deliveryId}/replay', {
          params: { path: { ...scope, id, deliveryId } },
        }),
      )
    : answer(
        api.POST('/group/{groupId}/webhooks/{id}/deliveries/{deliveryId}/replay', {
          params: { path: { ...scope, id, deliveryId } },
        }),
      )
