/**
 * The catalogues once more, under an address of their own: a module that both entries import goes whole into what they
 * share, so the query keeps the application's texts off the visitor's page.
 */
declare module '~/locales/vi.json?publicPage.json' {
  export const publicPage: typeof import('~/locales/vi.json')['publicPage']
}

declare module '~/locales/en.json?publicPage.json' {
  export const publicPage: typeof import('~/locales/en.json')['publicPage']
}
