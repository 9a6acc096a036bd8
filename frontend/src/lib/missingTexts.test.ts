import { expect, test } from 'vitest'
import { withEnglish } from './missingTexts'

const ENGLISH = {
  save: 'Save',
  bye: { later: 'See you' },
  guests_one: 'One guest',
  guests_other: '{{count}} guests',
}

test('English stands in for each missing or empty text', () => {
  expect(withEnglish({ save: 'Lưu', bye: { later: '' } }, ENGLISH)).toEqual({
    save: 'Lưu',
    bye: { later: 'See you' },
    guests_one: 'One guest',
    guests_other: '{{count}} guests',
  })
  expect(withEnglish({}, ENGLISH)).toEqual(ENGLISH)
})

test('a language keeps its own plural forms', () => {
  const own = { save: 'Lưu', bye: { later: 'Hẹn gặp' }, guests_other: '{{count}} khách' }
  expect(withEnglish(own, ENGLISH)).toEqual(own)
})
