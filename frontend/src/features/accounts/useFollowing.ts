import { useEffect, useEffectEvent } from 'react'
import type { components } from '~/api/schema'

type Me = components['schemas']['Me']

interface Conflict {
  read: Me | undefined
  follow: (now: Me) => void
}

/** Has a form about the account continue with what is stored by now: another form of the screen may have saved it. */
export function useFollowing(me: Me, conflict: Conflict) {
  const follow = useEffectEvent((now: Me) => {
    if (conflict.read && now.version > conflict.read.version) conflict.follow(now)
  })
  useEffect(() => follow(me), [me])
}
