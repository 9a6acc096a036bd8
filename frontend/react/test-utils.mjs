import { act as flushing } from 'preact/test-utils'

/** A turn of the event loop that a test's clock does not stop: renders and effects that wait have run after it. */
const turn = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Preact's own would render nothing before a callback that waits has ended, and never again if it does not end. */
export const act = (callback) => {
  let result
  const flushed = flushing(() => {
    result = callback()
  })
  if (typeof result?.then !== 'function') return flushed
  return (async () => {
    const value = await result
    await turn()
    await turn()
    return value
  })()
}
