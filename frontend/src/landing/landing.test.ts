import { readFileSync } from 'node:fs'
import { beforeEach, expect, vi as mocks, test } from 'vitest'
import en from '~/locales/en/landing.json'
import vi from '~/locales/vi/landing.json'
import { fill } from './fill'

const source = readFileSync('landing.html', 'utf8')

beforeEach(() => {
  const page = new DOMParser().parseFromString(fill(source, vi), 'text/html')
  document.head.innerHTML = page.head.innerHTML
  document.body.innerHTML = page.body.innerHTML
  mocks.resetModules()
})

test('the page is built with Vietnamese texts, and with nothing that is not shown', () => {
  const shown = new Set([...source.matchAll(/data-text="(\w+)"/g)].map(([, name]) => name))
  expect([...shown].sort()).toEqual(Object.keys(vi).sort())
  expect(document.querySelector('[data-text]:empty:not(meta)')).toBeNull()
  expect(document.title).toBe(vi.title)
  expect(document.querySelector('meta[property="og:description"]')).toHaveAttribute('content', vi.description)
  expect(document.querySelector('h1')).toHaveTextContent(vi.heroTitle)
})

test('a text cannot leave its place, and a missing one stops the build', () => {
  expect(fill('<meta data-text="a" content="…" /><p data-text="a">…</p>', { a: '"<&' })).toBe(
    '<meta data-text="a" content="&quot;&lt;&amp;" /><p data-text="a">&quot;&lt;&amp;</p>',
  )
  expect(() => fill('<p data-text="b">…</p>', {})).toThrow('no text b')
})

test('the switch speaks the other language and the device keeps it', async () => {
  localStorage.removeItem('lang')
  await import('./main')
  const button = document.querySelector('button')
  button?.click()
  expect(document.querySelector('h1')).toHaveTextContent(en.heroTitle)
  expect(document.title).toBe(en.title)
  expect(document.documentElement).toHaveAttribute('lang', 'en')
  expect(button).toHaveAttribute('lang', 'vi')
  expect(localStorage.getItem('lang')).toBe('en')
  button?.click()
  expect(document.querySelector('h1')).toHaveTextContent(vi.heroTitle)
})

test('a device that chose English sees English', async () => {
  localStorage.setItem('lang', 'en')
  await import('./main')
  expect(document.querySelector('h1')).toHaveTextContent(en.heroTitle)
})
