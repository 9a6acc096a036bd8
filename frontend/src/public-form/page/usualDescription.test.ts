import { expect, test } from 'vitest'
import eventsInEnglish from '~/locales/en/events.json'
import pageInEnglish from '~/locales/en/publicPage.json'
import eventsInVietnamese from '~/locales/vi/events.json'
import pageInVietnamese from '~/locales/vi/publicPage.json'
import { descriptionOf } from './usualDescription'

const title = 'Gốm & <Lửa> $&'
const escaped = 'Gốm &amp; &lt;Lửa&gt; $&amp;'

test('the page knows the invitation that the wizard writes', () => {
  expect(pageInEnglish.usualDescription).toBe(eventsInEnglish.more.invitation)
  expect(pageInVietnamese.usualDescription).toBe(eventsInVietnamese.more.invitation)
})

test.each([
  ['vi', 'en', `<p>You are warmly invited to ${escaped}.</p>`],
  ['en', 'vi', `<p>Trân trọng mời bạn tham dự ${escaped}.</p>`],
  ['vi', 'vi', `<p>Trân trọng mời bạn tham dự ${escaped}.</p>`],
] as const)('an untouched invitation in %s is read in %s', (stored, language, expected) => {
  const usual = (stored === 'vi' ? eventsInVietnamese : eventsInEnglish).more.invitation
  const description = `<p>${usual.replace('{{title}}', () => escaped)}</p>`
  expect(descriptionOf({ title, description }, { language })).toBe(expected)
})

test.each([
  '<p>Trân trọng mời bạn tham dự đêm nhạc gây quỹ.</p>',
  `<p>Trân trọng mời bạn tham dự <b>${escaped}</b>.</p>`,
  `<p>Trân trọng mời bạn tham dự ${escaped}.</p><p>Có trà.</p>`,
  `<h2>Trân trọng mời bạn tham dự ${escaped}.</h2>`,
])('what the organiser wrote stays: %s', (description) => {
  expect(descriptionOf({ title, description }, { language: 'en' })).toBe(description)
})
