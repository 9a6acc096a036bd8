import { ApiError, NO_ANSWER, TIMED_OUT } from './apiError'
import { t } from './language'

/** The error of a request that got no answer. */
export function requestFailed(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(0, {
    code: timedOut ? TIMED_OUT : NO_ANSWER,
    messages: [timedOut ? t('common.error.timeout') : t('common.error.offline')],
  })
}
