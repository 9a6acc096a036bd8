/** The catalogues under an address of their own, for the same reason as on the public page. */
declare module '~/locales/vi.json?landing.json' {
  export const landing: typeof import('~/locales/vi.json')['landing']
}

declare module '~/locales/en.json?landing.json' {
  export const landing: typeof import('~/locales/en.json')['landing']
}
