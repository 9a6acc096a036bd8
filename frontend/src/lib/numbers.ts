import { formats, t } from './language'

export const formatNumber = (value: number) => formats().number(value)
export const formatCompact = (value: number) => formats().compact(value)
export const formatBytes = (bytes: number) => formats().bytes(bytes)
export const formatCompactMoney = (dong: number) => formats().compactMoney(dong)
export const formatMoney = (dong: number) => formats().money(dong)
/** A number of things that a limit allows; −1 = unlimited. */
export const formatLimit = (limit: number) => (limit === -1 ? t('common.unlimited') : formatNumber(limit))
