import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { formatMoney, formatNumber } from '~/lib/money'

type Entry = Pick<components['schemas']['Activity'], 'action' | 'data'>

/** An entry of a log in words. Every action has its own: the type checker misses the text otherwise. */
export function ActivityWords({ action, data }: Entry) {
  const { t } = useTranslation()
  const { name, title, label, count, amount, device, fields } = data as Record<string, unknown>
  // A deletion of one names them since it can be one of many.
  if (action === 'participant.removed' && typeof name === 'string') {
    return <>{t('participants.activities.removedOne', { name })}</>
  }
  if (action === 'participant.changed' && Array.isArray(fields)) {
    return (
      <>
        {t('participants.activities.changedFields', { name: String(name ?? ''), fields: namesOf(fields, t) })}
      </>
    )
  }
  return (
    <>
      {t(`participants.activities.action.${action}`, {
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
