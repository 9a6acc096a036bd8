/**
 * Parts of the program that are loaded when they are needed may be gone, because the program is newer than this page: only
 * a new page helps.
 */

const missing = new WeakSet<object>()

// By the build, for scripts and style sheets alike; the same error is thrown after it.
// A part may also be asked for in advance, or without a connection, so that the page goes on.
window.addEventListener('vite:preloadError', ({ payload }) => {
  missing.add(payload)
  // By the browser's words the router would know it, and load the page anew when its forms are already gone.
  payload.message = `A part is missing. ${payload.message}`
})

/** Whether the error says that a part could not be loaded. */
export const isMissingPart = (error: unknown) => error instanceof Error && missing.has(error)
