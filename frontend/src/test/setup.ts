import '@testing-library/jest-dom/vitest'
import { cleanNotifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { chooseLanguage } from '~/lib/language'
import { endSession } from '~/lib/session'
import { server } from './server'

// A busy machine is not a failing test.
configure({ asyncUtilTimeout: 5000 })

// What jsdom lacks and Mantine asks for.
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as unknown as MediaQueryList
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.IntersectionObserver = class {
  root = null
  rootMargin = ''
  thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords = () => []
} as unknown as typeof IntersectionObserver
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
window.scrollTo = () => undefined
HTMLElement.prototype.scrollIntoView = () => undefined

// All texts are there from the start, so that a change of language needs no waiting.
const texts = import.meta.glob<object>('../locales/*/*.json', { import: 'default', eager: true })
for (const [path, content] of Object.entries(texts)) {
  const [language = '', feature = ''] = path.replace('.json', '').split('/').slice(-2)
  i18next.addResourceBundle(language, 'translation', { [feature]: content }, true)
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => chooseLanguage('en'))
afterEach(() => {
  cleanNotifications()
  cleanup()
  server.resetHandlers()
  endSession()
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
})
afterAll(() => server.close())
