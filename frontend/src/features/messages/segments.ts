import { useTranslation } from 'react-i18next'
import type { Segment } from './queries'

type Class = { id: string; name: string }

const KINDS = ['all', 'unpaid', 'owing', 'notCheckedIn', 'checkedIn', 'vip'] as const

/** A segment as the value of a select: its kind, or `ticket:` and the class. */
export const keyOf = ({ kind, ticketId }: Segment): string =>
  kind === 'ticket' ? `ticket:${ticketId}` : kind

export function segmentOf(key: string): Segment {
  const kind = KINDS.find((kind) => kind === key)
  return kind ? { kind } : { kind: 'ticket', ticketId: key.replace('ticket:', '') }
}

/** Everyone a message can be for: the fixed groups, then the event's classes. */
export function useSegmentOptions(classes: readonly Class[]) {
  const { t } = useTranslation()
  return [
    ...KINDS.map((kind) => ({ value: kind as string, label: t(`messages.segment.${kind}`) })),
    ...classes.map(({ id, name }) => ({
      value: keyOf({ kind: 'ticket', ticketId: id }),
      label: t('messages.segment.ticket', { name }),
    })),
  ]
}

export function useSegmentName(classes: readonly Class[]) {
  const { t } = useTranslation()
  const options = useSegmentOptions(classes)
  return (segment: Segment) =>
    options.find(({ value }) => value === keyOf(segment))?.label ?? t('messages.segment.oldTicket')
}

/** A segment within a sentence. */
export function useRecipients(classes: readonly Class[]) {
  const { t } = useTranslation()
  return ({ kind, ticketId }: Segment) =>
    t(`messages.recipientsOf.${kind}`, { name: classes.find(({ id }) => id === ticketId)?.name })
}
