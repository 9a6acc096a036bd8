import type { Profile } from './session'

export const isAdmin = (profile: Pick<Profile, 'role'> | null) => profile?.role === 'ADMIN'
