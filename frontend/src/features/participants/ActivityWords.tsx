import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { formatMoney, formatNumber } from '~/lib/money'

const ACTIONS = [
  'event.created',
  'event.updated',
  'event.reopened',
  'event.cancelled',
  'event.deleted',
  'ticket.created',
  'ticket.updated',
  'ticket.deleted',
  'invitationCode.created',
  'invitationCode.updated',
  'invitationCode.activated',
  'invitationCode.deactivated',
  'invitationCode.deleted',
  'invitationCode.exported',
  'participant.added',
  'participant.changed',
  'participant.removed',
  'participant.imported',
  'participant.exported',
  'participant.exportedSensitive',
  'participant.paid',
  'participant.unpaid',
  'participant.checkedIn',
  'participant.checkinUndone',
  'participant.resent',
  'participant.selfChanged',
  'participant.selfCancelled',
  'checkin.screenChanged',
  'checkinKey.created',
  'checkinKey.revoked',
  'luckyDraw.changed',
  'luckyDraw.opened',
  'luckyDraw.drawn',
  'luckyDraw.voided',
  'message.created',
  'message.updated',
  'message.deleted',
  'message.scheduled',
  'message.sent',
  'message.cancelled',
  'message.retried',
  'message.heldBack',
  'scan.ok',
  'scan.unpaid',
  'scan.already',
  'scan.conflict',
  'scan.undone',
  'scan.cancelled',
  'scan.eventCancelled',
  'scan.notYetOpen',
] as const

type Entry = Pick<components['schemas']['Activity'], 'action' | 'data'>

/** An entry of a log in words. */
export function ActivityWords({ action, data }: Entry) {
  const { t } = useTranslation()
  const known = ACTIONS.find((one) => one === action)
  if (!known) return <>{t('participants.activities.other')}</>
  const { name, title, label, count, amount, device, fields } = data as Record<string, unknown>
  // A deletion of one names them since it can be one of many.
  if (known === 'participant.removed' && typeof name === 'string') {
    return <>{t('participants.activities.removedOne', { name })}</>
  }
  if (known === 'participant.changed' && Array.isArray(fields)) {
    return (
      <>
        {t('participants.activities.changedFields', { name: String(name ?? ''), fields: namesOf(fields, t) })}
      </>
    )
  }
  return (
    <>
      {t(`participants.activities.action.${known}`, {
        name: String(name ?? title ?? label ?? ''),
        device: String(device ?? '–'),
        count: typeof count === 'number' ? count : 1,
        number: formatNumber(typeof count === 'number' ? count : 1),
        amount: typeof amount === 'number' ? formatMoney(amount) : '',
      })}
    </>
  )
}

const FIELDS = [
  'fullName',
  'email',
  'phone',
  'company',
  'country',
  'role',
  'note',
  'participationType',
  'ticket',
  'invitedBy',
  'paymentMethod',
  'dateOfBirth',
  'gender',
  'identificationNumber',
  'taxNumber',
  'businessLicense',
  'avatar',
  'logo',
] as const

/** The labels of the form's fields, in the order in which they were changed. */
function namesOf(fields: unknown[], t: TFunction): string {
  const known = fields.map((field) => FIELDS.find((one) => one === field)).filter((one) => one !== undefined)
  return known.map((field) => t(`participants.field.${field}`)).join(', ')
}
