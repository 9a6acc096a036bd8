import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { logInAsAdmin, makeEvent } from '../support/api.ts'
import { enter, overflows, speak } from '../support/browser.ts'
import { admin } from '../support/places.ts'
import { test } from '../support/test.ts'
import { smallTargets } from '../support/touch.ts'

// Every screen, in both languages, light and dark, on a desk and on a phone: axe finds nothing serious, nothing is
// wider than a phone, and every control there is large enough for a finger.

for (const [lang, colorScheme, width] of [
  ['vi', 'light', 1440],
  ['en', 'dark', 390],
] as const) {
  test(`screens are accessible: ${lang}, ${colorScheme}, ${width} px`, async ({ browser }) => {
    const by = await logInAsAdmin()
    const event = await makeEvent(by, {
      tickets: [{ name: 'Vé thường', price: 250_000, quantity: 10 }],
      turnOffPayment: false,
      accountNumber: '0123456789',
      accountHolderName: 'NGUYEN VAN A',
      bankName: 'Vietcombank',
      bankBin: '970436',
      paymentEmailContent: '<p>Cảm ơn {{fullName}}</p>',
    })
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } })
    const page = await context.newPage()
    await speak(page, lang)
    const visit = async (paths: string[]) => {
      for (const path of paths) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expect(page.locator('.mantine-Skeleton-root').filter({ visible: true }), path).toHaveCount(0)
        await expectAccessible(page, path)
        if (width !== 390) continue
        expect(await overflows(page), `${path} is wider than the phone`).toBe(false)
        expect.soft(await smallTargets(page), `${path} has what is too small for a finger`).toEqual([])
      }
    }
    await visit([
      '/auth/login',
      '/auth/sign-up',
      '/auth/forgot-password',
      '/auth/reset-password/x',
      '/verify-email/x',
      '/unsubscribe/x',
      '/stop-messages/x',
      '/nope',
      `/form/${event.id}`,
      '/form/nope',
      `/event-management/checkin/${event.id}`,
    ])
    await enter(page, admin)
    await visit([
      '/dashboard',
      '/event-management',
      '/event-management/add-new',
      '/event-management/add-new?step=formInfo',
      `/event-management/${event.id}`,
      `/event-management/edit/${event.id}`,
      '/participant-management',
      `/participant-management/${event.id}`,
      `/participant-management/${event.id}/door`,
      `/participant-management/${event.id}/messages`,
      `/form/preview/${event.id}`,
      `/event-management/checkin/${event.id}`,
      '/profile',
      '/profile?tab=mine',
      '/profile?tab=plan',
      '/committee-management',
      '/plan-management',
      '/group-management',
      '/group-management/add-new',
      '/notifications',
      '/notifications?tab=settings',
      '/lucky-draw',
    ])
    await context.close()
  })
}
