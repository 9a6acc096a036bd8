import { vi } from 'vitest'

/** The window is as narrow as that of a phone until the test ends. */
export function onPhone() {
  const wide = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...wide(query),
    matches: query.includes('max-width'),
  }))
}
