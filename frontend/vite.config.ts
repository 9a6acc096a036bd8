import { readFileSync } from 'node:fs'
import { fileURLToPath, URL } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Connect, Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { fill } from './src/landing/fill.ts'

const server = 'http://127.0.0.1:8080'
const inSource = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// In production the server decides which HTML file answers a page request; Vite must decide alike.
const chosenEntry = (): Plugin => {
  const chooseEntry: Connect.NextHandleFunction = (request, _response, next) => {
    if (request.url?.startsWith('/form/')) request.url = '/form.html'
    next()
  }
  return {
    name: 'chosen-entry',
    configureServer: (vite) => void vite.middlewares.use(chooseEntry),
    configurePreviewServer: (vite) => void vite.middlewares.use(chooseEntry),
  }
}

// The default language, for who reads a page before or without its script. Read anew for every build and reload, so that a changed text shows.
const landingTexts = (): Plugin => ({
  name: 'landing-texts',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path }) =>
      path === '/landing.html' || path === '/index.html'
        ? fill(html, JSON.parse(readFileSync(inSource('./src/locales/vi/landing.json'), 'utf8')))
        : html,
  },
})

/** The login as the server sends it within index.html, in the default language, as everybody's first visit is. */
const loginHtml = (): Plugin => ({
  name: 'login-html',
  generateBundle() {
    const { email, password, login } = JSON.parse(
      readFileSync(inSource('./src/locales/vi/auth.json'), 'utf8'),
    )
    const source = fill(readFileSync(inSource('./login.html'), 'utf8'), { email, password, ...login })
    this.emitFile({ type: 'asset', fileName: 'login.html', source })
  },
})

const proxy = {
  '/api': server,
  '/dev': server,
  '^/e/': server,
  '/socket.io': { target: server, ws: true },
}

const TESTS = '*.test.{ts,tsx}'
const SCREENS = [`src/{features,components}/**/${TESTS}`]
/** They replace modules, which others would see. */
const ISOLATED = [
  'src/features/checkin/DoorScreen.test.tsx',
  'src/features/checkin/liveDoor.test.tsx',
  'src/features/lucky-draw/LuckyDrawScreen.test.tsx',
]

export default defineConfig({
  plugins: [tanstackRouter(), react(), chosenEntry(), landingTexts(), loginHtml()],
  resolve: { alias: { '~': inSource('./src') } },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  build: {
    outDir: 'dist',
    rolldownOptions: {
      output: {
        // What a page needs at once comes in one file; a first visit pays for each request, not for a shared cache.
        codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/test/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    // Otherwise one core is kept free, which is half of a small machine.
    maxWorkers: '100%',
    css: false,
    env: { DEBUG_PRINT_LIMIT: '0' },
    // Most of the time goes into making a document and loading the application. The screens' tests share both.
    projects: [
      { extends: true, test: { name: 'shared', isolate: false, include: SCREENS, exclude: ISOLATED } },
      {
        extends: true,
        test: { name: 'isolated', include: [`src/!(features|components)/**/${TESTS}`, ...ISOLATED] },
      },
    ],
  },
})
