import { useSyncExternalStore } from 'react'

/** A value outside of components. `useValue` draws a component again when it changes. */
export function sharedValue<Value>(value: Value) {
  let current = value
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get: () => current,
    set: (next: Value) => {
      current = next
      for (const tell of listeners) tell()
    },
    useValue: () => useSyncExternalStore(subscribe, () => current),
  }
}
