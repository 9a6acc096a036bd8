import { expect, type Page } from '@playwright/test'
import { logInAsAdmin, makeEvent, makeOrganiser, type Person, post } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, toast } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'

// Visitors register while the owner is at work: a badge counts, the list leads to the participants, the browser tells when
// seats run out once it may, and the owner chooses what to hear of.

interface Shown {
  title: string
  body: string
  onclick?: () => void
}

/** Records the notifications that the browser would show; the permission has not been requested yet. */
const recordNotifications = (page: Page) =>
  page.addInitScript(() => {
    const shown: Shown[] = []
    class Recorded {
      static permission = sessionStorage.getItem('permission') ?? 'default'
      static async requestPermission() {
        sessionStorage.setItem('permission', 'granted')
        Recorded.permission = 'granted'
        return 'granted'
      }
      onclick?: () => void
      title: string
      body: string
      constructor(title: string, { body }: { body: string }) {
        this.title = title
        this.body = body
        shown.push(this)
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded, shown })
  })

const firstShown = (page: Page) => page.waitForFunction(() => (window as unknown as { shown: Shown[] }).shown[0])

const register = (eventId: string, fullName: string) =>
  post(`/event/${eventId}/register`, {
    fullName,
    email: `${crypto.randomUUID()}@khach.example`,
    phone: '0912345678',
    company: 'Công ty Hai',
    consent: true,
  })

/** The entry of the menu, or the bell where there is no menu, as it names the number of unread notifications. */
const unread = (page: Page, t: T, count: number) =>
  page.getByRole('link', { name: t('shell.counted.unread', { count }), exact: true }).filter({ visible: true })

for (const [lang, width, isAdmin] of [
  ['vi', 1440, false],
  ['en', 390, true],
] as const) {
  test(`registrations reach their owner, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const owner: Person = isAdmin ? await logInAsAdmin() : await makeOrganiser('Trần Thị Hoa', 'hoa@hoi.example')
    const event = await makeEvent(owner, { title: 'Đêm hội Trăng Rằm' })
    const page = await openBrowser(browser, lang, width)
    await recordNotifications(page)
    await enter(page, owner)
    await page.goto('/profile')

    // A registration adds to the number of unread notifications and shows no alert.
    await register(event.id, 'Lê Văn Cúc')
    await unread(page, t, 1).click()
    await expect(page).toHaveURL(/\/notifications$/)
    const item = page.getByRole('main').getByRole('link', { name: 'Lê Văn Cúc' })
    await expect(item).toBeVisible()
    expect(await overflows(page), 'the notifications').toBe(false)
    await expectAccessible(page, 'the notifications')

    // When an event is full, the owner gets an alert: as a toast in the page, while the browser has no permission to show
    // notifications. The page asks for the permission only after a press of the button.
    const told = toast(page, 'Bàn tròn một')
    const first = await makeEvent(owner, { title: 'Bàn tròn một', totalParticipants: 1 })
    await register(first.id, 'Phạm Thị Đào')
    await told
    await page.getByRole('button', { name: t('notifications.help.switchOn') }).click()
    await expect(page.getByText(t('notifications.help.granted'))).toBeVisible()

    await item.click()
    await expect(page).toHaveURL(new RegExp(`/participant-management/${event.id}`))
    await expect(page.getByText('Lê Văn Cúc').first()).toBeVisible()
    await expect(unread(page, t, 2)).toBeVisible()

    // With the permission the browser shows the alert, and a press on it opens the list.
    const second = await makeEvent(owner, { title: 'Bàn tròn hai', totalParticipants: 1 })
    await register(second.id, 'Phạm Thị Đào')
    const notification = await firstShown(page)
    expect(await notification.evaluate((shown) => shown?.body)).toContain('Bàn tròn hai')
    await notification.evaluate((shown) => shown?.onclick?.())
    await expect(page).toHaveURL(/\/notifications$/)
    const list = page.getByRole('main').getByRole('listitem')
    await expect(list).toHaveCount(5)
    await page.getByRole('button', { name: t('notifications.readAll') }).click()
    await expect(page.getByText(t('notifications.unread'))).toHaveCount(0)
    await page.getByRole('radio', { name: t('notifications.filter.unread') }).press('Space')
    await expect(page.getByText(t('notifications.empty.unread'))).toBeVisible()

    // The owner switches a kind of notification off, and it is still off after a reload.
    await page.getByRole('tab', { name: t('notifications.tab.settings') }).click()
    const name = `${t('notifications.type.registration.new')}: ${t('notifications.channel.inApp')}`
    const inApp = page.getByRole('switch', { name })
    await expect(inApp).toBeChecked()
    expect(await overflows(page), 'the settings').toBe(false)
    await expectAccessible(page, 'the settings')
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await inApp.press('Space')
    expect((await saved).ok()).toBe(true)
    await page.reload()
    await expect(page.getByRole('switch', { name })).not.toBeChecked()

    // A link with an invalid signature stops no mails, and the page says so.
    await page.goto('/unsubscribe/nonsense')
    const refused = toast(page)
    await page.getByRole('button', { name: t('notifications.unsubscribe.stop') }).click()
    await refused
    await expectAccessible(page, 'stopping mails')
  })
}
