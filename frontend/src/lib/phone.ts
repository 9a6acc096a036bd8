/** A Vietnamese mobile number: its prefix, the rest of its first group, and two groups of three digits. */
const MOBILE = /^(0|\+84)(\d{3})(\d{3})(\d{3})$/

/** `0912 345 678` and `+84 912 345 678`; text that is no Vietnamese mobile number stays as it was typed. */
export function formatPhone(phone: string): string {
  const [, prefix, ...groups] = MOBILE.exec(phone.replace(/[\s.-]/g, '')) ?? []
  if (!prefix) return phone
  return prefix + (prefix === '0' ? '' : ' ') + groups.join(' ')
}
