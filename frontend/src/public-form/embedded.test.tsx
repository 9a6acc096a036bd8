import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventWith, serveEvent, visit } from '~/test/publicForm'
import { beginEmbedded, firstLanguage, isEmbedded, scrollToPart } from './embedded'

const SITE = 'https://congty.example'
const parent = { postMessage: vi.fn() }

/** The page as the server sends it, at this address. */
function arrive(search: string, sites?: string) {
  history.replaceState(null, '', `/form/e1${search}`)
  if (sites === undefined) return beginEmbedded()
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'embed-origins', content: sites })
  document.head.append(meta)
  beginEmbedded()
}

const hear = (source: unknown, origin: string, data: unknown) =>
  window.dispatchEvent(Object.assign(new Event('message'), { source, origin, data }))

beforeEach(() => {
  parent.postMessage.mockClear()
  vi.stubGlobal('parent', parent)
})

afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.embedded
  for (const element of document.head.querySelectorAll('meta[name="embed-origins"], base')) element.remove()
  history.replaceState(null, '', '/')
})

test('a page that came for no frame tells nothing, whatever its address says', () => {
  arrive('?embedded&lang=vi')
  hear(parent, SITE, 'hoi:embed')
  expect(isEmbedded()).toBe(false)
  expect(firstLanguage()).toBe('en')
  expect(document.querySelector('base')).toBeNull()
  expect(parent.postMessage).not.toHaveBeenCalled()
})

test('in a frame it answers the sites of the event, and them alone', () => {
  arrive('?embedded', `https://tin.example ${SITE}`)
  const part = document.createElement('p')
  scrollToPart(part)
  hear(parent, 'https://khac.example', 'hoi:embed')
  hear({}, SITE, 'hoi:embed')
  hear(parent, SITE, 'hoi')
  expect(parent.postMessage).not.toHaveBeenCalled()
  hear(parent, SITE, 'hoi:embed')
  expect(parent.postMessage.mock.calls).toEqual([
    [{ hoi: { height: expect.any(Number), title: document.title } }, SITE],
  ])
  scrollToPart(part)
  expect(parent.postMessage).toHaveBeenLastCalledWith({ hoi: { top: 0 } }, SITE)
})

test('an event without sites answers no site', () => {
  arrive('?embedded', '')
  hear(parent, '', 'hoi:embed')
  hear(parent, 'null', 'hoi:embed')
  expect(isEmbedded()).toBe(true)
  expect(parent.postMessage).not.toHaveBeenCalled()
})

test.each([
  ['?embedded', 'en'],
  ['?embedded&lang=vi', 'vi'],
  ['?embedded=&lang=EN-gb', 'en'],
])('at %s the page begins in %s', (search, language) => {
  arrive(search, SITE)
  expect(firstLanguage()).toBe(language)
})

test('links leave the frame alone, and a language chosen in it is kept nowhere', async () => {
  arrive('?embedded&lang=vi', SITE)
  localStorage.setItem('lang', 'en')
  serveEvent(eventWith())
  const user = visit('/form/e1?embedded&lang=vi')
  await screen.findByRole('heading', { level: 1 })
  expect(document.documentElement.lang).toBe('vi')
  localStorage.removeItem('lang')
  await user.click(screen.getByRole('button', { name: 'English' }))
  expect(document.documentElement.lang).toBe('en')
  expect(localStorage.getItem('lang')).toBeNull()
  expect(document.querySelector('base')?.target).toBe('_blank')
})
