import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { answer, api, call } from '~/lib/api'

type Schemas = components['schemas']
export type DataRequest = Schemas['DataRequest']
export type DataRequestKind = Schemas['DataRequestKind']
export type OwnDataRequest = Schemas['OwnDataRequest']
export type OwnFact = Schemas['OwnFact']

/** Requests on a page. */
export const PAGE = 20

/** The event whose organiser decides; null: administrators, about accounts. */
export type Keeper = string | null

const keyOf = (keeper: Keeper) => ['dataRequests', keeper]

export const refreshDataRequests = (client: QueryClient, keeper: Keeper) =>
  client.invalidateQueries({ queryKey: keyOf(keeper) })

/** Requests of people about their personal data. */
export const dataRequestsQuery = (keeper: Keeper, isClosed: boolean, page: number) => {
  const query = { isClosed, page, limit: PAGE }
  return queryOptions({
    queryKey: [...keyOf(keeper), isClosed, page],
    queryFn: ({ signal }) =>
      keeper === null
        ? call(api.GET('/system/data-requests', { params: { query }, signal }))
        : call(
            api.GET('/event/{eventId}/data-requests', {
              params: { path: { eventId: keeper }, query },
              signal,
            }),
          ),
    placeholderData: keepPreviousData,
  })
}

export const answerRequest = (keeper: Keeper, id: string, body: Schemas['DataRequestAnswer']) =>
  keeper === null
    ? call(api.POST('/system/data-requests/{id}/answer', { params: { path: { id } }, body }))
    : call(
        api.POST('/event/{eventId}/data-requests/{id}/answer', {
          params: { path: { eventId: keeper, id } },
          body,
        }),
      )

export const closeRequest = (keeper: Keeper, id: string, body: Schemas['DataRequestEnd']) =>
  keeper === null
    ? call(api.POST('/system/data-requests/{id}/close', { params: { path: { id } }, body }))
    : call(
        api.POST('/event/{eventId}/data-requests/{id}/close', {
          params: { path: { eventId: keeper, id } },
          body,
        }),
      )

/** Carries out a request to be erased. */
export const erasePerson = (keeper: Keeper, id: string) =>
  keeper === null
    ? answer(api.POST('/system/data-requests/{id}/erase', { params: { path: { id } } }))
    : answer(
        api.POST('/event/{eventId}/data-requests/{id}/erase', { params: { path: { eventId: keeper, id } } }),
      )

const OWN = ['ownData']

export const refreshOwnData = (client: QueryClient) => client.invalidateQueries({ queryKey: OWN })

/** The stored data of the caller's account, in the language of the request. */
export const ownDataQuery = (language: string) =>
  queryOptions({
    queryKey: [...OWN, language],
    queryFn: ({ signal }) => call(api.GET('/users/me/data', { signal })),
  })
