import { useRef } from 'react'
import { randomKey } from './randomKey'

/**
 * The idempotency key of what a screen sends: the same as long as the same body is sent again after a lost answer, so
 * that the server carries it out once. After an answer the same body means another request; then call `forget`.
 */
export function useRequestKey() {
  const last = useRef({ text: '', key: '' })
  return {
    keyOf: (body: unknown) => {
      const text = JSON.stringify(body)
      if (last.current.text !== text) last.current = { text, key: randomKey() }
      return last.current.key
    },
    forget: () => {
      last.current = { text: '', key: '' }
    },
  }
}
