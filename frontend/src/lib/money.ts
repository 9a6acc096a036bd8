import { formats } from './language'

export const formatNumber = (value: number) => formats().number(value)
export const formatMoney = (dong: number) => formats().money(dong)
