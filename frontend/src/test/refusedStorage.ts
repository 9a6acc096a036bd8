import { onTestFinished, vi } from 'vitest'

/** Until the test is done, the browser keeps nothing for the page, as when site data is blocked. */
export function refuseStorage() {
  const methods = ['getItem', 'setItem', 'removeItem'] as const
  const spies = methods.map((method) =>
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    }),
  )
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
}

/** Likewise for cookies, which browsers drop without a word. */
export function refuseCookies() {
  const spy = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined)
  onTestFinished(() => spy.mockRestore())
}
