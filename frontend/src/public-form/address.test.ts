import { afterEach, expect, test } from 'vitest'
import { leaveShortAddress, readAddress } from './address'

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

test('a short address becomes that of its event, with the part that follows it', () => {
  announce('e1')
  history.replaceState(null, '', '/e/pho-co?from=poster#code=KHACH')
  leaveShortAddress()
  expect(location.pathname + location.search + location.hash).toBe('/form/e1?from=poster#code=KHACH')
  expect(readAddress(location)).toMatchObject({ eventId: 'e1', invitationCode: 'KHACH' })
})

test('a short address without an event, and the page of an own registration, stay as they are', () => {
  history.replaceState(null, '', '/e/khong-co')
  leaveShortAddress()
  expect(location.pathname).toBe('/e/khong-co')
  announce('e1')
  history.replaceState(null, '', '/form/e1/ticket#key')
  leaveShortAddress()
  expect(location.pathname).toBe('/form/e1/ticket')
})
