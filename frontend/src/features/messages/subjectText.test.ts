import { beforeEach, describe, expect, it } from 'vitest'
import { chooseLanguage } from '~/lib/language'
import { edited, subjectFault } from './subjectText'

/** The change of a field in which `|` is the cursor. */
const change = (before: string, after: string) => {
  const { text, caret } = edited(before, after.replace('|', ''), after.indexOf('|'))
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

beforeEach(() => chooseLanguage('vi'))

describe('a change of a subject', () => {
  it('stays as it was typed outside of names', () => {
    expect(change('Chào', 'Chào b|')).toBe('Chào b|')
    expect(change('aab', 'aaa|b')).toBe('aaa|b')
    expect(change('Gặp [Tên sự kiện]', 'Gặp x|[Tên sự kiện]')).toBe('Gặp x|[Tên sự kiện]')
    expect(change('Gặp [Tên sự kiện]', 'Gặp [Tên sự kiện]x|')).toBe('Gặp [Tên sự kiện]x|')
    expect(change('Lúc [8 giờ]', 'Lúc [8 gi|]')).toBe('Lúc [8 gi|]')
  })

  it('takes all of a name of which it touches a part', () => {
    expect(change('Gặp [Tên sự kiện]', 'Gặp [Tên sự kiện|')).toBe('Gặp |')
    expect(change('Gặp [Tên sự kiện] nhé', 'Gặp |Tên sự kiện] nhé')).toBe('Gặp | nhé')
    expect(change('abc [Tên sự kiện]def', 'abc [Tên sự |def')).toBe('abc |def')
    expect(change('[Tên sự kiện]', '[T|sự kiện]')).toBe('|')
    expect(change('Gặp [Tên sự kiện]', 'Gặp [Tênx| sự kiện]')).toBe('Gặp x|')
    expect(change('[Họ và tên khách] và [Tên sự kiện]', '[Họ và| sự kiện]')).toBe('|')
  })

  it('removes what was selected, names and all', () => {
    expect(change('a [Tên sự kiện] b', 'a | b')).toBe('a | b')
    expect(change('[Tên sự kiện][Tên sự kiện]', '[Tên sự kiện]|')).toBe('[Tên sự kiện]|')
  })

  it('shows a variable by its name, with the cursor behind it', () => {
    expect(change('abc def', 'abc {{eventTitle}}| def')).toBe('abc [Tên sự kiện]| def')
    expect(change('', '{{fullName}}, [Tên sự kiện]|'.normalize('NFD'))).toBe(
      '[Họ và tên khách], [Tên sự kiện]|',
    )
    expect(change('', '{{foo}}|')).toBe('{{foo}}|')
  })
})

it('is refused with a detail that does not exist, or with the link of a guest', () => {
  expect(subjectFault('Chào {{fullName}}, [Tên sự kiện], ownLink')).toBeNull()
  for (const subject of ['{{foo}}', '{{ownLink}}', 'ownLink {{ ownLink }}']) {
    expect(subjectFault(subject), subject).toMatch(/^Không có mục này/)
  }
})
