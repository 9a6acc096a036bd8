import { useSyncExternalStore } from 'react'
import type { components } from '~/api/schema'
import { forgetPlaces } from './listPlace'
import { keep, readText, recall, writeText } from './storage'
import { forgetTokens, hasTokens, storeToken } from './tokens'

type Schemas = components['schemas']

export type Profile = Pick<
  Schemas['LoginUser'],
  | 'id'
  | 'fullName'
  | 'email'
  | 'company'
  | 'role'
  | 'avatar'
  | 'appLogo'
  | 'mustChangePassword'
  | 'mustSetUpSecondFactor'
>

/** Kept as a whole in local storage under `auth`. */
export interface Session {
  isRemember: boolean
  loggedIn: boolean
  profile: Profile | null
  planSummary: Schemas['PlanSummary'] | null
  personalPlans: Schemas['PersonalPlan'][]
}

const KEY = 'auth'
/** The account that was last logged out by its user: other tabs are told. */
const CHOSEN = 'loggedOut'

export const EMPTY_SESSION: Session = {
  isRemember: true,
  loggedIn: false,
  profile: null,
  planSummary: null,
  personalPlans: [],
}

function load(): Session {
  const session = { ...EMPTY_SESSION, ...recall<Partial<Session>>('localStorage', KEY) }
  // Tokens outlive neither the browser session (without "remember me") nor the server's expiry; the stored session may.
  if (session.loggedIn && hasTokens()) return session
  // They are named by what was searched for, such as a guest's phone number.
  forgetPlaces()
  return { ...EMPTY_SESSION, isRemember: session.isRemember }
}

let current = load()
const listeners = new Set<() => void>()

function set(next: Session) {
  current = next
  for (const listener of listeners) listener()
}

function save(next: Session) {
  keep('localStorage', KEY, next)
  set(next)
}

// Another tab logged in or out. A tab that holds tokens of its own ("remember me" off) goes on undisturbed.
window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== KEY) return
  if (current.loggedIn && !current.isRemember && hasTokens()) return
  const next = load()
  if (current.loggedIn && !next.loggedIn) leave()
  else take(next)
})

let replacePage = () => {}

/** `replace` is called when another tab has logged in another account, and nothing of the last one may stay. */
export const onOtherAccount = (replace: () => void) => {
  replacePage = replace
}

/** Takes over the session from another tab. */
function take(next: Session) {
  if (current.loggedIn && next.loggedIn && next.profile?.id !== current.profile?.id) replacePage()
  set(next)
}

/** Gets the function that shows the end of a session that its user did not end, and may call it later. */
type Farewell = (show: () => void) => void

let farewell: Farewell = (show) => show()
let isLeaving = false

/** Until the farewell calls `show`, the screen stays as it is; requests are refused already. */
export const onSessionLost = (say: Farewell) => {
  farewell = say
}

function leave() {
  if (isLeaving) return
  const show = () => {
    isLeaving = false
    // Another tab may have logged in meanwhile.
    take(load())
  }
  if (readText('localStorage', CHOSEN) === current.profile?.id) return show()
  isLeaving = true
  farewell(show)
}

export const session = () => current

export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSession = () => useSyncExternalStore(onSessionChange, session)

export function startSession(result: Schemas['LoginResult'], remember: boolean) {
  const { user, token, refreshToken } = result
  forgetTokens()
  writeText('localStorage', CHOSEN, null)
  storeToken('accessToken', token.accessToken, token.expiresIn, remember)
  storeToken('refreshToken', refreshToken.refreshToken, refreshToken.expiresIn, remember)
  save({ ...EMPTY_SESSION, isRemember: remember, loggedIn: true, profile: profileOf(user) })
}

/**
 * Takes over the data of `GET /users/me` or of a changed profile, so that sidebar and storage are never older than the
 * screen.
 */
export function updateSession(me: Schemas['Me']) {
  if (!current.loggedIn) return
  save({
    ...current,
    profile: profileOf(me),
    planSummary: me.planSummary,
    personalPlans: me.personalPlans,
  })
}

/**
 * Forgets everything but the language. Clears cookies and storage first, so that no listener sees a half-ended session.
 * `isChosen`: its user has logged out.
 */
export function endSession({ isChosen = false } = {}) {
  if (isChosen) writeText('localStorage', CHOSEN, current.profile?.id ?? null)
  forgetTokens()
  keep('localStorage', KEY, null)
  if (current.loggedIn) leave()
}

function profileOf(user: Profile): Profile {
  const { id, fullName, email, company, role, avatar, appLogo } = user
  const { mustChangePassword, mustSetUpSecondFactor } = user
  return { id, fullName, email, company, role, avatar, appLogo, mustChangePassword, mustSetUpSecondFactor }
}

/** For tests: as if the page had just been opened. */
export const reloadSession = () => set(load())
