import type { TFunction } from 'i18next'
import { formatNumber } from '~/lib/numbers'
import type { WebhookDelivery } from './queries'

type Answer = Pick<WebhookDelivery, 'status' | 'fault' | 'tookMs'>

/** The answer of a receiver, or why there is none; empty before the first attempt. */
export function answerInWords(t: TFunction, { status, fault, tookMs }: Answer): string {
  if (fault) return t(`webhooks.fault.${fault}`)
  if (status === null) return ''
  return tookMs === null
    ? t('webhooks.answered', { status })
    : t('webhooks.answeredIn', { status, time: formatNumber(tookMs) })
}
