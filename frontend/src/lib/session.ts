import { useSyncExternalStore } from 'react'
import type { components } from '~/api/schema'
import { keep, recall } from './storage'
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

export const EMPTY_SESSION: Session = {
  isRemember: true,
  loggedIn: false,
  profile: null,
  planSummary: null,
  personalPlans: [],
}

function load(): Session {
  const session = { ...EMPTY_SESSION, ...recall<Partial<Session>>('localStorage', KEY) }
  // Tokens outlive neither the browser session (without "remember me") nor the server's expiry; what is stored may.
  return session.loggedIn && hasTokens() ? session : { ...EMPTY_SESSION, isRemember: session.isRemember }
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
  set(load())
})

export const session = () => current

export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSession = () => useSyncExternalStore(onSessionChange, session)

export function startSession(result: Schemas['LoginResult'], remember: boolean) {
  const { user, token, refreshToken } = result
  forgetTokens()
  storeToken('accessToken', token.accessToken, token.expiresIn, remember)
  storeToken('refreshToken', refreshToken.refreshToken, refreshToken.expiresIn, remember)
  save({ ...EMPTY_SESSION, isRemember: remember, loggedIn: true, profile: profileOf(user) })
}

/** Takes over what `GET /users/me` or a changed profile says, so that sidebar and storage are never older than the screen. */
export function updateSession(me: Schemas['Me']) {
  if (!current.loggedIn) return
  save({
    ...current,
    profile: profileOf(me),
    planSummary: me.planSummary,
    personalPlans: me.personalPlans,
  })
}

/** Forgets everything but the language. Clears cookies and storage first, so that nobody sees a half-ended session. */
export function endSession() {
  forgetTokens()
  keep('localStorage', KEY, null)
  if (current.loggedIn) set(EMPTY_SESSION)
}

function profileOf(user: Profile): Profile {
  const { id, fullName, email, company, role, avatar, appLogo } = user
  const { mustChangePassword, mustSetUpSecondFactor } = user
  return { id, fullName, email, company, role, avatar, appLogo, mustChangePassword, mustSetUpSecondFactor }
}

/** For tests: as if the page had just been opened. */
export const reloadSession = () => set(load())
