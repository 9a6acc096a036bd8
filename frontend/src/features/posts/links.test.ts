import { expect, test } from 'vitest'
import { splitLinks } from './links'

const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

test('finds addresses, without the punctuation of the sentence', () => {
  expect(splitLinks('Xem https://hoi.vn/a?b=1#c, rồi viết.')).toEqual([
    { text: 'Xem ', start: 0 },
    { text: 'https://hoi.vn/a?b=1#c', start: 4, href: 'https://hoi.vn/a?b=1#c' },
    { text: ', rồi viết.', start: 26 },
  ])
  expect(links('(www.hoi.vn) HTTP://HOI.VN…')).toEqual(['https://www.hoi.vn', 'HTTP://HOI.VN'])
  expect(links('https://vi.wikipedia.org/wiki/Hội_(tổ_chức).')).toEqual([
    'https://vi.wikipedia.org/wiki/Hội_(tổ_chức)',
  ])
})

test('nothing else is an address', () => {
  expect(links('javascript:alert(1) data:text/html,x ftp://a.vn mailto:a@b.vn a.vn')).toEqual([])
  expect(links('https:// www.')).toEqual([])
  expect(splitLinks('')).toEqual([])
  const text = 'một\n"https://a.vn"<b> hai'
  expect(
    splitLinks(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
