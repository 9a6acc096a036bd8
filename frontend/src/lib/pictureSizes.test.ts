import { afterEach, expect, test, vi } from 'vitest'
import { sized, smaller, smallest, widthFor } from './pictureSizes'

afterEach(() => vi.unstubAllGlobals())

test('only uploads have smaller versions', () => {
  expect(smaller('/api/upload/1-a', 960)).toBe('/api/upload/1-a/960')
  for (const other of [
    '/favicon.svg',
    'blob:http://localhost/1',
    '/api/upload/1/480',
    'data:image/png;base64,AA',
  ])
    expect(smallest(other)).toBe(other)
  expect(smallest(null)).toBeNull()
  expect(sized('data:,', '100vw')).toEqual({ src: 'data:,' })
  expect(sized('/api/upload/1', '100vw')).toEqual({
    src: '/api/upload/1/960',
    srcSet: '/api/upload/1/480 480w, /api/upload/1/960 960w, /api/upload/1/1600 1600w',
    sizes: '100vw',
  })
})

test('a place gets the smallest version that is sharp there', () => {
  vi.stubGlobal('devicePixelRatio', 2)
  expect([1, 240, 241, 480, 481, 800, 801].map(widthFor)).toEqual([480, 480, 960, 960, 1600, 1600, null])
})
