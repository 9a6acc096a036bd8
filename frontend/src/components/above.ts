import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

/** The node that non-component code has last shown above the screens. */
let shown: ReactNode = null
const listeners = new Set<() => void>()

export function showAbove(node: ReactNode) {
  shown = node
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The place for it, inside the providers. */
export function Above(): ReactNode {
  useEffect(() => () => showAbove(null), [])
  return useSyncExternalStore(subscribe, () => shown)
}
