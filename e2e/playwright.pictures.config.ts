import base from './playwright.config.ts'

/** `npm run pictures`: looks at every screen, and keeps what it saw in `.pictures`. */
export default { ...base, testMatch: ['pictures/*.spec.ts'], timeout: 1_200_000 }
