import { expect, test } from 'vitest'
import { readAddresses } from './addresses'

test('addresses stand on lines or between commas and semicolons, with or without a name', () => {
  const text = 'an@congty.vn\n\nTrần Bình <binh@congty.vn>; "Lê Chi" < chi@congty.vn >, dung'
  expect(readAddresses(text)).toEqual([
    { email: 'an@congty.vn', fullName: null },
    { email: 'binh@congty.vn', fullName: 'Trần Bình' },
    { email: 'chi@congty.vn', fullName: 'Lê Chi' },
    { email: 'dung', fullName: null },
  ])
  expect(readAddresses(' \n')).toEqual([])
})
