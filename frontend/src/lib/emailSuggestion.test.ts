import { expect, test } from 'vitest'
import { hasAccents, suggestedEmail } from './emailSuggestion'

test.each([
  ['nguyễnvăna@gmail.com', 'nguyenvana@gmail.com'],
  [' Đỗ.Lan@congty.vn', 'Do.Lan@congty.vn'],
  ['lân@gmial.con', 'lan@gmail.com'],
  ['lan@congty.con', 'lan@congty.com'],
  ['lan@gmail.com.vn', 'lan@gmail.com'],
])('%s is asked about', (typed, meant) => {
  expect(suggestedEmail(typed)).toBe(meant)
})

test.each(['lan@gmail.com', 'lan@côngty.vn', '李@gmail.com', 'lân', 'lân@gmail', '', 'lan@congty.vn'])(
  '%s is not asked about',
  (typed) => {
    expect(suggestedEmail(typed)).toBeNull()
  },
)

test('letters count before the @ only', () => {
  expect(hasAccents('lân@congty.vn')).toBe(true)
  expect(hasAccents('lan@côngty.vn')).toBe(false)
})
