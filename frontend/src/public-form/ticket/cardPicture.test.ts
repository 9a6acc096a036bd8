import { expect, test } from 'vitest'
import { wrapped } from './cardPicture'

/** Each letter is 100 pixels wide, so nine fit; marks and joined pictures take no room of their own. */
const context = {
  measureText: (text: string) =>
    ({ width: [...text.replace(/\u200d.|\p{M}/gu, '')].length * 100 }) as TextMetrics,
}

test('rows end between words where that is possible', () => {
  expect(wrapped(context, 'Đêm nhạc ở Hà Nội')).toEqual(['Đêm nhạc', 'ở Hà Nội'])
  expect(wrapped(context, '')).toEqual([''])
})

test('a word that is too wide for a row is broken between its letters', () => {
  expect(wrapped(context, 'Lễ 阿里巴巴网络技术有限公司')).toEqual(['Lễ', '阿里巴巴网络技术有', '限公司'])
  const marked = 'ก\u0e35่'.repeat(10)
  expect(wrapped(context, marked)).toEqual(['ก\u0e35่'.repeat(9), 'ก\u0e35่'])
  const family = '👩\u200d👧'
  expect(wrapped(context, family.repeat(10))).toEqual([family.repeat(9), family])
})
