import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { EVENTS, eventKey } from '~/features/events/queries'
import { api, call } from '~/lib/api'
import { sendForm } from '~/lib/upload'
import type { ReviewSearch } from './search'

type Schemas = components['schemas']
export type EventMoney = Schemas['EventMoney']
export type Transfer = Schemas['Transfer']
export type TransferState = Schemas['TransferState']
export type TransferAction = Schemas['TransferAction']
export type TransferDecision = Schemas['TransferDecision']
export type Refund = Schemas['Refund']
export type RefundState = Schemas['RefundState']
export type RefundDecision = Schemas['RefundDecision']
export type MeantRegistration = Schemas['MeantRegistration']
export type BankAccount = Schemas['BankAccount']
export type BankAccountBody = Schemas['BankAccountBody']
export type BankAccounts = Schemas['BankAccounts']
export type NamedAccount = Schemas['NamedAccount']
export type BankService = Schemas['BankService']
export type BankDelivery = Schemas['BankDelivery']
export type StatementReport = Schemas['StatementReport']
export type StatementMapping = Schemas['StatementMapping']
export type StatementRow = Schemas['StatementRow']

/** A statement that was taken in. */
export interface TakenStatement {
  accountId: string
  file: string
  /** Transfers in it, and the new ones among them. */
  arrived: number
  new: number
  /** Since when they were taken in; null if none were. */
  since: string | null
}

/** The beginning of the keys of everything about money that is not about one event. */
const MONEY = ['money']

/** Rows of a page of transfers. */
export const PAGE = 20

/** The anchor of the list of transfers to decide. */
export const REVIEW = 'transfers'
/** The anchor of the list of refunds. */
export const REFUNDS = 'refunds'
/** The anchor of the list of invoices. */
export const INVOICES = 'invoices'

/** An account that is still to be written. */
export const BLANK_ACCOUNT: BankAccountBody = {
  bankName: '',
  bankBin: null,
  accountNumber: '',
  holderName: '',
}

/** The files that are statements. */
export const STATEMENT_FILES = '.csv,.xlsx,.xls,.html,.htm'

/** Milliseconds between two looks, because transfers arrive by themselves. */
const WATCHING = 5000

/** Refetches everything that a decision or an import may change. */
export const refreshMoney = (client: QueryClient, eventId?: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: MONEY }),
    client.invalidateQueries({ queryKey: EVENTS }),
    client.invalidateQueries({ queryKey: eventId ? eventKey(eventId) : ['event'] }),
  ])

export const eventMoneyQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'money'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/money', { params: { path: { eventId } }, signal })),
    refetchInterval: WATCHING,
  })

export const REFUND_STATES = ['owed', 'returned', 'notOwed'] as const satisfies RefundState[]

export const refundsQuery = (eventId: string, state: RefundState, page: number) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'refunds', state, page],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/refunds', {
          params: { path: { eventId }, query: { state, page, limit: PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

export const allMoneyQuery = queryOptions({
  queryKey: [...MONEY, 'events'],
  queryFn: ({ signal }) => call(api.GET('/money', { signal })),
  refetchInterval: WATCHING,
})

export const transfersQuery = (eventId: string | undefined, { state = 'waiting', page = 1 }: ReviewSearch) =>
  queryOptions({
    queryKey: [...(eventId ? eventKey(eventId) : MONEY), 'transfers', state, page],
    queryFn: ({ signal }) =>
      call(api.GET('/transfers', { params: { query: { eventId, state, page, limit: PAGE } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: WATCHING,
  })

export const accountsQuery = queryOptions({
  queryKey: [...MONEY, 'accounts'],
  queryFn: ({ signal }) => call(api.GET('/bank-accounts', { signal })),
})

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...MONEY, 'deliveries', id],
    queryFn: ({ signal }) =>
      call(api.GET('/bank-accounts/{id}/deliveries', { params: { path: { id } }, signal })),
    refetchInterval: WATCHING,
  })

/** People of an event who may be meant by a transfer. */
export const owingQuery = (eventId: string, search: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'owing', search],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/attendances', {
          params: {
            path: { eventId },
            query: { search: search || undefined, paymentStatus: 'unpaid', limit: 8, page: 1 },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** Milliseconds that the server may need for a hundred thousand rows. */
const PATIENCE = 300_000

export const sendStatement = (
  accountId: string,
  form: FormData,
  options: Omit<Parameters<typeof sendForm>[2] & object, 'patience'> = {},
) =>
  sendForm<StatementReport>(`/bank-accounts/${accountId}/statement`, form, { ...options, patience: PATIENCE })

/** With `acceptsOtherAccount`, the file is taken in although it names another account. */
export function statementForm(
  file: File,
  mapping: StatementMapping | null,
  sheet: string | null,
  acceptsOtherAccount = false,
): FormData {
  const form = new FormData()
  if (sheet !== null) form.append('sheet', sheet)
  if (mapping) form.append('mapping', JSON.stringify(mapping))
  if (acceptsOtherAccount) form.append('acceptsOtherAccount', 'true')
  form.append('file', file)
  return form
}

/** The content of a statement. Its key is not below the others, so that a refresh does not upload the file again. */
export const statementQuery = (
  accountId: string,
  file: File,
  mapping: StatementMapping | null,
  sheet: string | null,
) =>
  queryOptions({
    queryKey: ['statement', accountId, file.name, file.size, file.lastModified, mapping, sheet],
    queryFn: async ({ signal }) => {
      const form = statementForm(file, mapping, sheet)
      form.append('dryRun', 'true')
      const { data } = await sendStatement(accountId, form, { signal })
      return data
    },
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Milliseconds between two looks at transfers that are being matched. */
const MATCHING = 500

/** The outcome of a statement, refetched until all of it is matched. */
export const outcomeQuery = ({ accountId, since, new: added }: TakenStatement, eventId?: string) =>
  queryOptions({
    queryKey: ['statement', 'outcome', accountId, since, eventId ?? null],
    queryFn: ({ signal }) =>
      call(
        api.GET('/bank-accounts/{id}/statement', {
          params: { path: { id: accountId }, query: { since: since ?? '', eventId } },
          signal,
        }),
      ),
    enabled: added > 0 && since !== null,
    refetchInterval: ({ state }) => (state.data?.matching === 0 ? false : MATCHING),
  })
