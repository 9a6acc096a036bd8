import { rmSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'
import { admin, artifacts, cameraFile, dataFolder, landingPort, landingUrl, mailPort, mailUrl, serverPort, serverUrl, smtpPort } from './support/places.ts'

const binary = process.env.HOI_BINARY ?? '../target/debug/hoi'

// Workers read this file as well; only the first reader may clear what an earlier run left.
if (process.env.TEST_WORKER_INDEX === undefined) rmSync(artifacts, { recursive: true, force: true })

const chromium = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
    ],
  },
}

export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/*.spec.ts', 'screens/*.spec.ts'],
  outputDir: `${artifacts}/results`,
  forbidOnly: true,
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: { baseURL: serverUrl, actionTimeout: 15_000, locale: 'vi-VN', timezoneId: 'Asia/Ho_Chi_Minh', trace: 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: [{ name: 'chromium', use: chromium }],
  webServer: [
    { command: `node support/mail-server.mjs ${smtpPort} ${mailPort}`, url: mailUrl },
    {
      command: `${binary} serve`,
      url: `${serverUrl}/api/health`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
      env: {
        HOI_LISTEN: `127.0.0.1:${serverPort}`,
        HOI_DATA_DIR: dataFolder,
        HOI_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
        HOI_ADMIN_EMAIL: admin.email,
        HOI_ADMIN_PASSWORD: admin.password,
        HOI_LOG: 'warn',
      },
    },
    {
      command: `${binary} serve`,
      url: `${landingUrl}/api/health`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
      env: {
        HOI_LISTEN: `127.0.0.1:${landingPort}`,
        HOI_DATA_DIR: `${artifacts}/landing-data`,
        HOI_LANDING_PAGE: 'true',
        HOI_LOG: 'warn',
      },
    },
  ],
})
