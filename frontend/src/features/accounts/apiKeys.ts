import type { components } from '~/api/schema'

type Schemas = components['schemas']
type Right = Schemas['ApiRight']
type Lifetime = Schemas['KeyLifetime']

/** The rights of keys in the order in which they are offered, with the keys of their names. */
const RIGHTS = {
  'events:read': 'readEvents',
  'guests:read': 'readGuests',
  'guests:write': 'writeGuests',
  'checkin:write': 'checkIn',
  'money:read': 'readMoney',
} as const satisfies Record<Right, string>

export const ALL_RIGHTS = Object.keys(RIGHTS) as Right[]
export const LIFETIMES: Lifetime[] = ['month', 'quarter', 'year', 'unlimited']

export const nameOfRight = (right: Right) => `profile.keys.right.${RIGHTS[right]}` as const

/** The form of a new key; no events stand for all of them. */
export interface NewKey {
  name: string
  rights: string[]
  events: string[]
  lifetime: string
  password: string
}

export const NEW_KEY: NewKey = { name: '', rights: [], events: [], lifetime: 'year', password: '' }

/** The request body of a new key. Rights stand in their own order, whatever the order in which they were ticked. */
export const bodyOf = ({ name, rights, events, lifetime, password }: NewKey): Schemas['MakeApiKey'] => ({
  name: name.trim(),
  rights: ALL_RIGHTS.filter((right) => rights.includes(right)),
  events: events.length === 0 ? null : events,
  lifetime: LIFETIMES.find((known) => known === lifetime) ?? 'year',
  password,
})
