import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { chooseLanguage } from '~/lib/language'
import { endSession } from '~/lib/session'
import { server } from './server'

// A busy machine is not a failing test.
configure({ asyncUtilTimeout: 5000 })

// jsdom lacks these; Mantine needs them.
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
// An editor asks for the place of its selection.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

// No style sheet is loaded here, and jsdom would match each rule of its own against each element that is looked for. An
// element's own style and the way its tag is displayed say the same.
const INLINE =
  'A ABBR B BR BUTTON CODE EM I IMG INPUT KBD LABEL MARK S SELECT SMALL SPAN STRONG SUB SUP SVG TEXTAREA TIME U'
const inline = new Set(INLINE.split(' '))
window.getComputedStyle = (element) => {
  const { style, tagName } = element as HTMLElement
  const display = style.display || (inline.has(tagName.toUpperCase()) ? 'inline' : 'block')
  const getPropertyValue = (name: string) => (name === 'display' ? display : style.getPropertyValue(name))
  const own: Record<PropertyKey, unknown> = { display, getPropertyValue }
  return new Proxy(style, { get: (_, name) => own[name] ?? Reflect.get(style, name, style) })
}

// All texts are there from the start, so that a change of language needs no waiting.
const texts = import.meta.glob<object>('../locales/*/*.json', { import: 'default', eager: true })
for (const [path, content] of Object.entries(texts)) {
  const [language = '', feature = ''] = path.replace('.json', '').split('/').slice(-2)
  i18next.addResourceBundle(language, 'translation', { [feature]: content }, true)
}

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => chooseLanguage('en'))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  endSession()
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
})
afterAll(() => server.close())
