import base from './playwright.config.ts'

/** `npm run pictures`: looks at every screen, and keeps what it saw in `.pictures`; makes the pictures of the documentation anew. */
export default {
  ...base,
  testMatch: ['pictures/*.spec.ts'],
  timeout: 1_200_000,
  // The other project is for one journey, whichever files this configuration names.
  projects: base.projects?.filter(({ name }) => name === 'shell'),
}
