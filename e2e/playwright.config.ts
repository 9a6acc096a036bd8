import { rmSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import { artifacts, cameraFile, serverUrl } from './support/places.ts'
import { cpu } from './support/slowness.ts'

// Workers read this file as well; only the first reader may clear the files of an earlier run.
if (process.env.TEST_WORKER_INDEX === undefined) rmSync(artifacts, { recursive: true, force: true })

const browser = (executablePath: string, ...args: string[]) => ({
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  launchOptions: {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${cameraFile}`,
      ...args,
    ],
  },
})

/** Needs a whole browser: the headless shell shows no notifications. */
const NOTIFIED = 'journeys/away.spec.ts'
/** Reads pictures of a camera, for which the code has to be fast. */
const CALCULATES = 'journeys/tickets-in-hand.spec.ts'

export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/*.spec.ts', 'screens/*.spec.ts'],
  outputDir: `${artifacts}/results`,
  preserveOutput: 'failures-only',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // Only a failing assertion waits that long: a machine may be busy, and its first browser starts from cold caches.
  timeout: 240_000 * cpu,
  expect: { timeout: 20_000 * cpu },
  reporter: [['list']],
  use: {
    baseURL: serverUrl,
    actionTimeout: 20_000 * cpu,
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    // A trace takes a third of the run's time: ask for it with `--trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'chromium', testMatch: NOTIFIED, use: browser('/usr/bin/chromium') },
    // The headless shell takes a quarter less time for the same journeys, and a tenth less without compilers whose code runs
    // too seldom in a journey to be worth their work.
    { name: 'reader', testMatch: CALCULATES, use: browser('/usr/bin/chromium-headless-shell') },
    {
      name: 'shell',
      testIgnore: [NOTIFIED, CALCULATES],
      use: browser('/usr/bin/chromium-headless-shell', '--js-flags=--no-maglev --no-turbofan'),
    },
  ],
})
