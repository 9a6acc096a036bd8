import { expect, test, vi } from 'vitest'
import { refuseCookies, refuseStorage } from '~/test/refusedStorage'
import { readDraft, removeAllDrafts, saveDraft } from './accountDrafts'
import {
  keep,
  keepsCookies,
  keepsText,
  readCookie,
  readText,
  recall,
  storedKeys,
  writeCookie,
  writeText,
  writeToDevice,
} from './storage'

test('a browser keeps texts and cookies, and nothing stays of the question', () => {
  expect([keepsText('localStorage'), keepsText('sessionStorage'), keepsCookies()]).toEqual([true, true, true])
  expect(storedKeys('localStorage')).toEqual(['lang'])
  expect(readCookie('hoi.probe')).toBeNull()
})

test('without storage, values live as long as the page', () => {
  refuseStorage()
  expect(keepsText('localStorage')).toBe(false)
  writeText('localStorage', 'a', 'one')
  keep('sessionStorage', 'b', { two: 2 })
  expect([readText('localStorage', 'a'), recall('sessionStorage', 'b')]).toEqual(['one', { two: 2 }])
  writeText('localStorage', 'a', null)
  keep('sessionStorage', 'b', null)
  expect([readText('localStorage', 'a'), recall('sessionStorage', 'b')]).toEqual([null, null])
  expect(writeToDevice('localStorage', 'c', 'three')).toBe(false)
  expect(readText('localStorage', 'c')).toBeNull()
  expect(saveDraft('post', { text: 'x' })).toBe(false)
  expect(readDraft('post')).toBeNull()
  expect(removeAllDrafts).not.toThrow()
})

test('when the device is full, the newest value counts, and `writeToDevice` leaves the earlier one', () => {
  writeText('localStorage', 'a', 'old')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(writeToDevice('localStorage', 'a', 'new')).toBe(false)
  expect(readText('localStorage', 'a')).toBe('old')
  writeText('localStorage', 'a', 'new')
  expect(readText('localStorage', 'a')).toBe('new')
  full.mockRestore()
  writeText('localStorage', 'a', null)
  expect(readText('localStorage', 'a')).toBeNull()
})

test('a cookie that is refused is not there', () => {
  refuseCookies()
  expect(keepsCookies()).toBe(false)
  writeCookie('a', 'one', 60)
  expect(readCookie('a')).toBeNull()
})
