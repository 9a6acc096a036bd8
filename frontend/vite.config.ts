import { fileURLToPath, URL } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Connect, Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8080'
const inSource = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// In production the server decides which of the two HTML files answers a page request; Vite must decide alike.
const twoEntries = (): Plugin => {
  const chooseEntry: Connect.NextHandleFunction = (request, _response, next) => {
    if (request.url?.startsWith('/form/')) request.url = '/form.html'
    next()
  }
  return {
    name: 'two-entries',
    configureServer: (vite) => void vite.middlewares.use(chooseEntry),
    configurePreviewServer: (vite) => void vite.middlewares.use(chooseEntry),
  }
}

const proxy = {
  '/api': server,
  '/dev': server,
  '/socket.io': { target: server, ws: true },
}

export default defineConfig({
  plugins: [tanstackRouter(), react(), twoEntries()],
  resolve: { alias: { '~': inSource('./src') } },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  build: {
    outDir: 'dist',
    manifest: true,
    rolldownOptions: { input: { app: inSource('./index.html'), form: inSource('./form.html') } },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/test/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    css: false,
    env: { DEBUG_PRINT_LIMIT: '0' },
  },
})
