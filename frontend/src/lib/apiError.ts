import type { components } from '~/api/schema'

export const API_BASE = '/api'

/** Every answer of the server has this shape; `data` is absent when the call was refused. */
export interface Envelope {
  code: number | string
  error?: string
  messages?: string[]
  fields?: Record<string, string[]>
}

export const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'code' in body

/** Codes of the catalogue that screens react to. */
export const CODE = {
  internalError: 5000,
  checkinFail: 5001,
  invalidPayload: 5002,
  resourceExceeded: 5003,
  notFound: 5005,
  conflict: 5008,
  eventClosed: 5009,
  eventNotYetOpen: 5010,
  ticketSoldOut: 5011,
  ticketClassExisted: 5012,
  emailInUse: 5013,
  formNotOpen: 5014,
  formClosed: 5015,
  insufficientPermission: 5016,
  invalidAccessToken: 5018,
  invalidCredential: 5019,
  accountDisabled: 5020,
} as const

/** Milliseconds until an unanswered request is given up. */
export const TIMEOUT = 20_000

/** No answer because the connection failed. */
export const NO_ANSWER = 0
/** No answer within the time limit. Not retried, because the user has already waited long. */
export const TIMED_OUT = -1

export class ApiError extends Error {
  readonly code: number | string
  /** In the user's language, to be shown as they are; may be empty. */
  readonly messages: string[]
  /** Messages by field name, for forms. */
  readonly fields: Record<string, string[]>
  /** The whole body, for the few calls that say more (`reason` of a check-in, `errors` of an import). */
  readonly body: unknown

  constructor(status: number, body: unknown) {
    const envelope: Envelope = isEnvelope(body) ? body : { code: status }
    const messages = envelope.messages ?? []
    super(messages.join(' ') || `The server answered ${status}`)
    this.name = 'ApiError'
    this.code = envelope.code
    this.messages = messages
    this.fields = envelope.fields ?? {}
    this.body = body
  }
}

const shown = new WeakSet<Error>()

/** Remembers that the user has been shown this error, so that no second place shows it again. */
export function markShown(error: Error) {
  shown.add(error)
}

export const isShown = (error: unknown) => error instanceof Error && shown.has(error)

/** For an `onError` that shows the error in its own way: `onError: shows((error) => …)`. */
export const shows = (show: (error: Error) => void) => (error: Error) => {
  show(error)
  markShown(error)
}

/** The `reason` in the answer's data, if any, such as that of a disabled account. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return undefined
  const { data } = error.body as { data?: { reason?: string } | null }
  return data?.reason
}

export interface RowErrors {
  errors: components['schemas']['RowError'][]
  /** The number of errors; `errors` holds only the first ones. */
  total: number
}

/** The errors in the rows of a refused import; none if it was refused for another reason. */
export function rowErrorsOf(error: unknown): RowErrors {
  const body =
    error instanceof ApiError
      ? (error.body as Partial<components['schemas']['ErrorEnvelope']> | undefined)
      : undefined
  const errors = body?.errors ?? []
  return { errors, total: body?.errorCount ?? errors.length }
}

export const isRefused = (error: unknown, code: number) => error instanceof ApiError && error.code === code
