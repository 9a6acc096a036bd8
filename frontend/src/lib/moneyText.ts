/** The usual spellings of amounts: `250000`, `250.000`, `250k`, `1,5tr`, `2 triệu`, `1tr5`. */

const UNITS: Record<string, number> = {
  k: 1e3,
  n: 1e3,
  ng: 1e3,
  ngan: 1e3,
  nghin: 1e3,
  tr: 1e6,
  trieu: 1e6,
  m: 1e6,
  million: 1e6,
  ty: 1e9,
  ti: 1e9,
  b: 1e9,
  billion: 1e9,
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}|\s/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/(₫|dong|vnd|d)$/, '')

/** Whole dong; null where the text is no amount. Dots or commas may separate thousands. */
export function parseMoney(text: string): number | null {
  const [, number = '', unit = '', rest = ''] = /^([\d.,]+)([a-z]*)(\d*)$/.exec(plain(text)) ?? []
  const dong = unit === '' ? whole(number) : inUnits(number, UNITS[unit], rest)
  return dong !== null && Number.isSafeInteger(dong) ? dong : null
}

const whole = (number: string) =>
  /^(\d+|\d{1,3}(\.\d{3})+|\d{1,3}(,\d{3})+)$/.test(number) ? Number(number.replace(/\D/g, '')) : null

function inUnits(number: string, unit: number | undefined, rest: string): number | null {
  if (!unit) return null
  const count = whole(number)
  // `1tr5` and `1tr500` are one and a half million.
  if (count !== null) return rest === '' ? count * unit : fraction(`${count}.${rest}`, unit)
  return rest === '' && /^\d+[.,]\d+$/.test(number) ? fraction(number.replace(',', '.'), unit) : null
}

/** Of a unit, without the errors of binary fractions; null where it is no whole number of dong. */
function fraction(decimal: string, unit: number): number | null {
  const [whole = '', digits = ''] = decimal.split('.')
  const scale = 10 ** digits.length
  const dong = (Number(whole + digits) * unit) / scale
  return Number.isInteger(dong) ? dong : null
}
