import { type ReactNode, useEffect } from 'react'
import { sharedValue } from '~/lib/sharedValue'

/** The node that non-component code has last shown above the screens. */
const shown = sharedValue<ReactNode>(null)

export const showAbove = shown.set

/** The place for it, inside the providers. */
export function Above(): ReactNode {
  useEffect(() => () => showAbove(null), [])
  return shown.useValue()
}
