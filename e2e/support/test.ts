import { type BrowserContext, test as base } from '@playwright/test'
import { admin, mailPort, mailUrl, serverPort, serverUrl, smtpPort } from './places.ts'
import { startProcess } from './process.ts'
import { slowDown } from './slowness.ts'

interface TestFixtures {
  /** Whether the server shows the landing page at `/`. */
  landingPage: boolean
  server: void
}

const binary = process.env.HOI_BINARY ?? '../target/debug/hoi'

/** Every test has a server with an empty database, a mail server, and no page of another test beside it. */
export const test = base.extend<TestFixtures>({
  landingPage: [false, { option: true }],

  server: [
    async ({ browser, landingPage }, use, testInfo) => {
      const stops = await Promise.all([
        startProcess({ command: process.execPath, args: ['support/mail-server.mjs', `${smtpPort}`, `${mailPort}`], url: mailUrl, log: testInfo.outputPath('mail-server.log') }),
        startProcess({
          command: binary,
          args: ['serve'],
          url: `${serverUrl}/api/health`,
          log: testInfo.outputPath('server.log'),
          env: {
            HOI_LISTEN: `127.0.0.1:${serverPort}`,
            HOI_DATA_DIR: testInfo.outputPath('data'),
            HOI_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
            HOI_ADMIN_EMAIL: admin.email,
            HOI_ADMIN_PASSWORD: admin.password,
            HOI_LANDING_PAGE: `${landingPage}`,
            // Receivers of webhooks are on this machine.
            HOI_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
            HOI_LOG: 'warn',
          },
        }),
      ])
      const onContext = (context: BrowserContext) => void context.on('page', slowDown)
      browser.on('context', onContext)
      await use()
      browser.off('context', onContext)
      await Promise.all(browser.contexts().map((context) => context.close()))
      await Promise.all(stops.map((stop) => stop()))
    },
    { auto: true },
  ],
})
