import { vi } from 'vitest'

/** Lets the application draw pictures, of which there is no canvas here; returns the drawing of texts. */
export function stubCanvas() {
  const fillText = vi.fn()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect() {}, fillText } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['x'], { type: 'image/png' })),
  )
  const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve(), load: async () => [] })
  Object.defineProperty(document, 'fonts', { configurable: true, value: fonts })
  return fillText
}
