import base from './playwright.config.ts'

/** `npm run pictures`: takes a picture of every screen into `.pictures`, and makes those of the documentation anew. */
export default {
  ...base,
  testMatch: ['pictures/*.spec.ts'],
  timeout: 1_200_000,
  // The other project is for one journey, whichever files this configuration names.
  projects: base.projects?.filter(({ name }) => name === 'shell'),
}
