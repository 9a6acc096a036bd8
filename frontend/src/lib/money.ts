import { formats } from './language'

export const formatNumber = (value: number) => formats().number(value)
export const formatCompact = (value: number) => formats().compact(value)
export const formatMoney = (dong: number) => formats().money(dong)
