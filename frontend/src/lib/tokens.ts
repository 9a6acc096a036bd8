/**
 * Where the two tokens are stored: "remember me" keeps them in cookies for as long as the server says,
 * otherwise they stay in this tab's session storage. Nothing else of the session is here, and no token is anywhere else.
 */

import { keepsCookies, keepsText, readCookie, readText, writeCookie, writeText } from './storage'

type Name = 'accessToken' | 'refreshToken'

const NAMES: Name[] = ['accessToken', 'refreshToken']
const untilKey = (name: Name) => `${name}Until`

function readTab(name: Name): string | null {
  const until = Number(readText('sessionStorage', untilKey(name)))
  return until > Date.now() ? readText('sessionStorage', name) : null
}

const read = (name: Name) => readTab(name) ?? readCookie(name)

/** Null also when the token has run out by the time the server gave it. */
export const accessToken = () => read('accessToken')
export const refreshToken = () => read('refreshToken')
export const hasTokens = () => accessToken() !== null || refreshToken() !== null

/** Whether the browser keeps tokens beyond this page. */
export const canKeepTokens = (remember: boolean) => (remember ? keepsCookies() : keepsText('sessionStorage'))

/** `seconds` is the server's `expiresIn`. Where cookies are refused, the token stays in this tab. */
export function storeToken(name: Name, value: string, seconds: number, remember: boolean) {
  if (remember) {
    writeCookie(name, value, seconds)
    if (readCookie(name) === value) return
  }
  writeText('sessionStorage', name, value)
  writeText('sessionStorage', untilKey(name), String(Date.now() + seconds * 1000))
}

export function forgetTokens() {
  for (const name of NAMES) {
    writeCookie(name, '', 0)
    writeText('sessionStorage', name, null)
    writeText('sessionStorage', untilKey(name), null)
  }
}

/**
 * For a link to one of our own pages in a new tab. Without "remember me" the tokens are in this tab only, and a browser
 * copies session storage just to a tab that knows its opener; `_blank` alone hides it.
 */
export const LOGGED_IN_TAB = { target: '_blank', rel: 'opener' } as const
