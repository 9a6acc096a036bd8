import { afterEach, expect, test } from 'vitest'
import { readAddress } from './address'

afterEach(() => {
  document.head.querySelector('meta[name="event"]')?.remove()
  history.replaceState(null, '', '/')
})

const announce = (event: string) => {
  const meta = document.createElement('meta')
  meta.name = 'event'
  meta.content = event
  document.head.append(meta)
}

test('a short address stays, and its page says which event it is about', () => {
  announce('e1')
  history.replaceState(null, '', '/e/pho-co?from=poster#code=KHACH')
  expect(readAddress(location)).toEqual({
    eventId: 'e1',
    isPreview: false,
    invitationCode: 'KHACH',
    ownKey: null,
  })
  expect(location.pathname + location.search + location.hash).toBe('/e/pho-co?from=poster#code=KHACH')
})

test('only a short address is about the event that the page names', () => {
  history.replaceState(null, '', '/e/khong-co')
  expect(readAddress(location)).toMatchObject({ eventId: 'khong-co', ownKey: null })
  announce('e1')
  history.replaceState(null, '', '/form/e2/ticket#key')
  expect(readAddress(location)).toMatchObject({ eventId: 'e2', ownKey: 'key' })
})
