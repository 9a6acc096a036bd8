import { askEarly } from '~/lib/earlyAnswers'
import { otherLanguages, storedLanguage, storeLanguage } from '~/lib/languages'
import { LEFT, pageLogin } from '~/lib/pageLogin'
import { homeOf } from '~/lib/paths'
import { mayReload } from '~/lib/reload'
import type { Session } from '~/lib/session'
import { readText, recall } from '~/lib/storage'
import { wearStyleSheet } from '~/lib/styleSheet'

/** The pattern of a screen's path, and the files that it needs; those of a language have it in their name. */
export type ScreenFiles = readonly (readonly [pattern: string, ...files: string[]])[]

/** Events that show that the visitor has begun. The last is the only one that a password manager causes. */
const TOUCHES = ['pointerdown', 'focusin', 'input']

/**
 * Begins the application at once, except where the server sent the login. That can be filled in without it: the application
 * is loaded with the first touch, and takes the login's place when it is sent.
 */
export function startPage(load: () => Promise<unknown>, screens: ScreenFiles = []) {
  const login = pageLogin()
  if (login) prepare(login, once(load))
  else {
    if (isLoggedIn()) {
      const address = addressOfScreen()
      askEarly(address)
      fetchFiles(screens, address.pathname)
    }
    void load()
  }
}

const isLoggedIn = () => readText('localStorage', 'auth') !== null

/** The address of the screen: the start page leads organisers to the list of events, and administrators elsewhere. */
function addressOfScreen() {
  const { pathname, search } = location
  const role = recall<Partial<Pick<Session, 'profile'>>>('localStorage', 'auth')?.profile?.role
  return { pathname: pathname === '/' ? homeOf(role) : pathname, search }
}

/** Fetches what the screen needs beside the application, which would ask for it only when it runs. */
function fetchFiles(screens: ScreenFiles, path: string) {
  const [, ...files] = screens.find(([pattern]) => new RegExp(pattern).test(path)) ?? []
  for (const file of files) {
    const [, language] = /\.(\w\w)-/.exec(file) ?? []
    if (language !== undefined && language !== storedLanguage()) continue
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (file.endsWith('.css')) link.as = 'style'
    link.crossOrigin = ''
    link.fetchPriority = 'low'
    link.href = `/${file}`
    document.head.append(link)
  }
}

/** Loads once; a failure is forgotten, so that the next need loads again. */
function once(load: () => Promise<unknown>) {
  let loading: Promise<unknown> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

function prepare(login: HTMLFormElement, load: () => Promise<unknown>) {
  const input = (name: string) => login.querySelector<HTMLInputElement>(`#first-${name}`)
  const button = login.querySelector<HTMLElement>('[type=submit]')
  const problem = login.parentElement?.querySelector<HTMLElement>('[role=alert]')
  const left = new AbortController()
  const wait = (isWaiting: boolean) => {
    login.toggleAttribute('data-left', isWaiting)
    // Text typed meanwhile would not reach the application.
    for (const fields of login.getElementsByTagName('fieldset')) fields.disabled = isWaiting
    button?.setAttribute('aria-busy', `${isWaiting}`)
    if (problem) problem.hidden = isWaiting
  }
  const failed = () => {
    const isEmpty = !input('email')?.value && !input('password')?.value
    // The files of this page may be gone, because the program is newer.
    if (isEmpty && mayReload()) return location.reload()
    wait(false)
    if (login.dataset.sent !== undefined) button?.focus()
    login.removeAttribute('data-sent')
  }
  const leave = () => {
    wait(true)
    login.dispatchEvent(new Event(LEFT))
    load().then(() => left.abort(), failed)
  }

  if (recall<{ isRemember?: boolean }>('localStorage', 'auth')?.isRemember === false) {
    input('remember')?.removeAttribute('checked')
  }
  // After the page has answered the touch.
  const touched = () => setTimeout(() => load().catch(() => undefined))
  for (const touch of TOUCHES) addEventListener(touch, touched, { once: true, signal: left.signal })
  // The user has logged in in another tab.
  addEventListener('storage', ({ key }) => key === 'auth' && leave(), { signal: left.signal })
  login.addEventListener('submit', (event) => {
    event.preventDefault()
    login.dataset.sent = ''
    leave()
  })
  for (const { code } of otherLanguages(storedLanguage())) {
    document.querySelector(`.first-languages [lang=${code}]`)?.addEventListener('click', () => {
      storeLanguage(code)
      leave()
    })
  }
  const eye = login.querySelector('[aria-pressed]')
  eye?.addEventListener('click', () => {
    const isHidden = eye.getAttribute('aria-pressed') === 'false'
    eye.setAttribute('aria-pressed', `${isHidden}`)
    input('password')?.setAttribute('type', isHidden ? 'text' : 'password')
  })

  const isInOwnLanguage = login.closest<HTMLElement>('[lang]')?.lang === storedLanguage()
  if (isLoggedIn() || !isInOwnLanguage) return leave()
  document.title = `${document.querySelector('h1')?.textContent} · Hội`
  void wearStyleSheet()
}
