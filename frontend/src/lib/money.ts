import { locale } from './language'

export const formatNumber = (value: number) => new Intl.NumberFormat(locale()).format(value)

/** Whole dong: `250.000 ₫` in Vietnamese, `₫250,000` in English. */
export const formatMoney = (dong: number) =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency: 'VND' }).format(dong)
