import { t } from '~/lib/language'

/** The first and the last day of a plan: `YYYY-MM-DD`, null while nothing is typed. */
export interface Days {
  startDate: string | null
  expirationDate: string | null
}

/** Validators for both days, which belong to the plan. */
export const validDays = {
  startDate: (day: string | null) => (day ? null : t('common.invalid.required')),
  expirationDate: (day: string | null, { startDate }: Days) => {
    if (!day) return t('common.invalid.required')
    return startDate && day < startDate ? t('plans.invalid.endsBeforeStart') : null
  },
}
