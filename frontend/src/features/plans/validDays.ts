import { t } from '~/lib/language'

/** The first and the last day of a plan as `YYYY-MM-DD`; null while the field is empty. */
export interface Days {
  startDate: string | null
  expirationDate: string | null
}

/** Checks that both days are given and that the plan does not end before it begins. */
export const validDays = {
  startDate: (day: string | null) => (day ? null : t('common.invalid.required')),
  expirationDate: (day: string | null, { startDate }: Days) => {
    if (!day) return t('common.invalid.required')
    return startDate && day < startDate ? t('plans.invalid.endsBeforeStart') : null
  },
}
