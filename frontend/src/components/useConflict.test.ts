import { expect, test } from 'vitest'
import { shortened } from './useConflict'

test('two long texts are shown from where they begin to differ', () => {
  expect(shortened('Huế', 'Hà Nội')).toEqual(['Huế', 'Hà Nội'])
  const same = 'a'.repeat(1000)
  const [one, other] = shortened(`${same}Vinh`, `${same}Hà Nội${same}`)
  expect(one).toBe(`…${'a'.repeat(40)}Vinh`)
  expect(other.startsWith(`…${'a'.repeat(40)}Hà Nội`)).toBe(true)
  expect([...other]).toHaveLength(302)
  // One of them is the beginning of the other.
  expect(shortened(same, `${same}!`)).toEqual([`…${'a'.repeat(40)}`, `…${'a'.repeat(40)}!`])
  expect(shortened('', same)[0]).toBe('')
})
