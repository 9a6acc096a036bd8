/**
 * Where the two tokens are stored: "remember me" keeps them in cookies for as long as the server says,
 * otherwise they stay in this tab's session storage. Nothing else of the session is here, and no token is anywhere else.
 */

import { writeCookie } from './storage'

type Name = 'accessToken' | 'refreshToken'

const NAMES: Name[] = ['accessToken', 'refreshToken']
const untilKey = (name: Name) => `${name}Until`

function readCookie(name: Name): string | null {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
}

function readTab(name: Name): string | null {
  const until = Number(sessionStorage.getItem(untilKey(name)))
  return until > Date.now() ? sessionStorage.getItem(name) : null
}

const read = (name: Name) => readTab(name) ?? readCookie(name)

/** Null also when the token has run out by the time the server gave it. */
export const accessToken = () => read('accessToken')
export const refreshToken = () => read('refreshToken')
export const hasTokens = () => accessToken() !== null || refreshToken() !== null

/** `seconds` is the server's `expiresIn`. */
export function storeToken(name: Name, value: string, seconds: number, remember: boolean) {
  if (remember) {
    writeCookie(name, value, seconds)
  } else {
    sessionStorage.setItem(name, value)
    sessionStorage.setItem(untilKey(name), String(Date.now() + seconds * 1000))
  }
}

export function forgetTokens() {
  for (const name of NAMES) {
    writeCookie(name, '', 0)
    sessionStorage.removeItem(name)
    sessionStorage.removeItem(untilKey(name))
  }
}

/**
 * For a link to one of our own pages in a new tab. Without "remember me" the tokens are in this tab only, and a browser
 * copies session storage just to a tab that knows its opener; `_blank` alone hides it.
 */
export const LOGGED_IN_TAB = { target: '_blank', rel: 'opener' } as const
