import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'

const SCRIPT = readFileSync('public/embed.js', 'utf8')
const HOI = 'https://hoi.example'

beforeEach(() => document.body.replaceChildren())

/** Runs the script as the element in the site's page does; returns its frame, if it made one. */
function embed(data: Record<string, string>) {
  const script = document.createElement('script')
  Object.assign(script.dataset, data)
  script.src = `${HOI}/embed.js`
  document.body.append(script)
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true })
  new Function(SCRIPT)()
  return script.nextElementSibling as HTMLIFrameElement
}

/** The window of a frame says something. */
const hear = (source: unknown, origin: string, data: unknown) =>
  window.dispatchEvent(Object.assign(new Event('message'), { source, origin, data }))

test('the form stands below the script, as wide as there is room, and out of sight until it answers', () => {
  const frame = embed({ event: 'e1' })
  expect(frame.src).toBe(`${HOI}/form/e1?embedded`)
  expect([frame.style.width, frame.style.visibility]).toEqual(['100%', 'hidden'])
  expect(frame.title).not.toBe('')
  hear(frame.contentWindow, HOI, { hoi: { height: 812.4, title: 'Đêm nhạc' } })
  expect([frame.style.height, frame.style.visibility]).toEqual(['813px', 'visible'])
  expect(frame.title).toBe('Đêm nhạc')
  hear(frame.contentWindow, HOI, { hoi: { height: 300, title: 'Đêm nhạc' } })
  expect(frame.style.height).toBe('300px')
})

test('the language of the site goes along, and a name is no part of the address', () => {
  expect(embed({ event: 'e1', lang: 'en' }).src).toBe(`${HOI}/form/e1?embedded=&lang=en`)
  expect(embed({ event: '../auth/login' }).src).toBe(`${HOI}/form/..%2Fauth%2Flogin?embedded`)
})

test('several forms on one page each follow their own', () => {
  const [first, second] = [embed({ event: 'e1' }), embed({ event: 'e2' })]
  hear(second.contentWindow, HOI, { hoi: { height: 500 } })
  expect([first.style.height, second.style.height]).toEqual(['320px', '500px'])
})

test('only the form itself is heard, and only what it may say', () => {
  const frame = embed({ event: 'e1' })
  const scrollBy = vi.fn()
  vi.stubGlobal('scrollBy', scrollBy)
  const news = { hoi: { height: 500, title: 'Khác', top: 20 } }
  hear(frame.contentWindow, 'https://khac.example', news)
  hear(window, HOI, news)
  hear(null, HOI, news)
  for (const data of [
    null,
    'hoi',
    {},
    { hoi: null },
    { hoi: { height: -1 } },
    { hoi: { height: 50_001 } },
    { hoi: { height: '1px;position:fixed', title: 1, top: '5' } },
    { hoi: { height: Number.NaN, top: Number.POSITIVE_INFINITY } },
  ])
    hear(frame.contentWindow, HOI, data)
  expect([frame.style.height, frame.style.visibility]).toEqual(['320px', 'hidden'])
  expect(frame.title).toBe('Hội')
  expect(scrollBy).not.toHaveBeenCalled()
  hear(frame.contentWindow, HOI, { hoi: { top: 40 } })
  expect(scrollBy).toHaveBeenCalledWith(0, 24)
})

test('a loaded form is greeted, and no other page in its place', () => {
  const frame = embed({ event: 'e1' })
  const postMessage = vi.fn()
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage } })
  frame.dispatchEvent(new Event('load'))
  expect(postMessage.mock.calls).toEqual([['hoi:embed', HOI]])
})

test('without an event there is no frame', () => {
  expect(embed({})).toBeNull()
  expect(document.querySelector('iframe')).toBeNull()
})
