import { keep, recall } from '~/lib/storage'

/** The address with which somebody signed up in this browser, whose confirmation logs them in here. */

const KEY = 'signedUp'

export const rememberSignUp = (email: string | null) => keep('localStorage', KEY, email)

export const signedUpAs = () => recall<string>('localStorage', KEY)
