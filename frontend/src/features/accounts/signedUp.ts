import { keep, recall } from '~/lib/storage'

/** The address that signed up in this browser; confirming it here logs the user in. */

const KEY = 'signedUp'

export const rememberSignUp = (email: string | null) => keep('localStorage', KEY, email)

export const signedUpAs = () => recall<string>('localStorage', KEY)
