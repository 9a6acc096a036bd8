import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventKey } from '~/features/events/queries'
import { api, call } from '~/lib/api'

type Schemas = components['schemas']
export type Invoice = Schemas['Invoice']
export type InvoiceBody = Schemas['InvoiceBody']
export type InvoiceChange = Schemas['InvoiceChange']
export type InvoiceDecision = Schemas['InvoiceDecision']
export type InvoiceState = Schemas['InvoiceState']
export type ListedInvoice = Schemas['ListedInvoice']
export type Buyer = Schemas['Buyer']

/** Rows of a page. */
export const PAGE = 20

export const INVOICE_STATES = ['waiting', 'unpaid', 'issued'] as const satisfies InvoiceState[]

const invoicesKey = (eventId: string) => [...eventKey(eventId), 'invoices']

export const refreshInvoices = (client: QueryClient, eventId: string) =>
  client.invalidateQueries({ queryKey: invoicesKey(eventId) })

export const invoicesQuery = (eventId: string, state: InvoiceState, page: number) =>
  queryOptions({
    queryKey: [...invoicesKey(eventId), state, page],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/invoices', {
          params: { path: { eventId }, query: { state, page, limit: PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** The content of one participant's invoice. */
export const invoiceQuery = (eventId: string, id: string) =>
  queryOptions({
    queryKey: [...invoicesKey(eventId), 'of', id],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/attendances/{id}/invoice', { params: { path: { eventId, id } }, signal }),
      ),
  })
