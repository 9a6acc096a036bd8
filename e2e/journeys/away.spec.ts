import { expect, type Page } from '@playwright/test'
import { get, logInAsAdmin, makeOrganiser, type Person, post, upload } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, toast } from '../support/browser.ts'
import { serverUrl } from '../support/places.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// A member wants less and more: mutes a group and hears nothing of its posts until it is not muted any longer, and lets the
// browser show notifications while no tab is open.

interface Made {
  id: string
}

async function makeGroup(name: string, owner: Person, member: Person): Promise<string> {
  const admin = await logInAsAdmin()
  const idOf = async (person: Person) => (await get<Made>('/users/me', person)).id
  const group = await post<Made>('/group', { name, avatar: await upload(admin, 'groupAvatar'), ownerId: await idOf(owner) }, admin)
  await post(`/group/${group.id}/member`, { userIds: [await idOf(member)], role: 'member' }, admin)
  return group.id
}

/** Stands in for the push service of the browser, which no test can reach: it gives the same as a browser gives. */
const standInForPushService = (page: Page) =>
  page.addInitScript(() => {
    const KEPT = 'subscription'
    const encoded = (bytes: ArrayBuffer | Uint8Array) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    const kept = () => {
      const text = localStorage.getItem(KEPT)
      if (!text) return null
      const json = JSON.parse(text) as { endpoint: string }
      return { ...json, toJSON: () => json, unsubscribe: async () => localStorage.removeItem(KEPT) }
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => kept(),
      subscribe: async () => {
        const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
        const p256dh = encoded(await crypto.subtle.exportKey('raw', publicKey))
        const auth = encoded(crypto.getRandomValues(new Uint8Array(16)))
        localStorage.setItem(KEPT, JSON.stringify({ endpoint: 'https://fcm.googleapis.com/fcm/send/a:b', keys: { p256dh, auth } }))
        return kept()
      },
    })
  })

/** Hands the page's service worker a message, as the browser does with one that its push service brings. */
async function deliver(page: Page, message: object) {
  const devtools = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((found) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) found(registrations[0].registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: serverUrl, registrationId: await registrationId, data: JSON.stringify(message) })
  await devtools.detach()
}

for (const [lang, width] of [
  ['vi', 1440],
  ['en', 390],
] as const) {
  test(`a member hears less and more, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const name = 'Hội Doanh nhân Sông Hồng'
    const owner = await makeOrganiser('Trần Thị Hoa', 'hoa@hoi.example')
    const member = await makeOrganiser('Nguyễn Ngọc Lan', 'lan@hoi.example')
    const group = await makeGroup(name, owner, member)
    const page = await openBrowser(browser, lang, width, { permissions: ['notifications'] })
    await standInForPushService(page)
    const look = async (where: string) => {
      expect(await overflows(page), where).toBe(false)
      await expectAccessible(page, where)
    }
    await enter(page, member)

    // The group is muted from the menu on its page.
    await page.goto(`/my-group/${group}`)
    const menu = page.getByRole('button', { name: t('groups.actionsOf', { name }) })
    await menu.click()
    const mute = page.getByRole('menuitem', { name: t('groups.mute.mute') })
    await expect(mute).toContainText(t('groups.mute.hint'))
    await page.getByRole('menuitem', { name: t('groups.leave.action') }).hover()
    await look('the menu of a group, at the entry that takes something away')
    const muted = toast(page)
    await mute.click()
    await muted
    await menu.click()
    await expect(page.getByRole('menuitem', { name: t('groups.mute.unmute') })).toBeVisible()
    await page.keyboard.press('Escape')
    await post(`/group/${group}/post`, { text: 'Chào cả nhà' }, owner)

    // In the settings it is not muted any longer.
    await page.goto('/notifications?tab=settings')
    const section = page.getByRole('region', { name: t('groups.mute.title') })
    await expect(section.getByRole('listitem')).toHaveText([new RegExp(name)])
    await look('the settings with a muted group')
    const unmuted = toast(page)
    await section.getByRole('button', { name: t('groups.mute.unmuteNamed', { name }) }).click()
    await unmuted
    await expect(section.getByText(t('groups.mute.none'))).toBeVisible()

    // Posts written from now on are notified, earlier ones are not.
    const second = await post<Made>(`/group/${group}/post`, { text: 'Hẹn gặp thứ Sáu' }, owner)
    await page.getByRole('tab', { name: t('notifications.tab.list') }).click()
    const ofPost = page.locator(`a[href^="/my-group/${group}/"]`)
    const items = page.getByRole('main').getByRole('listitem').filter({ has: ofPost })
    await expect(items).toHaveCount(1)
    await expect(items.getByRole('link')).toHaveAttribute('href', `/my-group/${group}/${second.id}`)

    // The browser may show notifications; now also while no tab is open.
    await expect(page.getByText(t('notifications.help.granted'))).toBeVisible()
    const isOn = toast(page)
    await page.getByRole('button', { name: t('notifications.push.switchOn') }).click()
    await isOn
    await expect(page.getByText(t('notifications.push.on'))).toBeVisible()
    await look('the list with the button')
    const again = page.waitForResponse((answer) => answer.url().endsWith('/push-subscription') && answer.request().method() === 'POST')
    await page.reload()
    expect((await again).ok(), 'the subscription is handed over at every start').toBe(true)
    await expect(page.getByText(t('notifications.push.on'))).toBeVisible()

    // The service worker shows the notification, and a click opens its link.
    await deliver(page, { id: '1', title: 'Bài viết mới', content: 'Trần Thị Hoa có bài viết mới.', link: `/my-group/${group}` })
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
      })
    await expect.poll(shown).toEqual([{ title: 'Bài viết mới', body: 'Trần Thị Hoa có bài viết mới.', tag: '1' }])
    const [worker] = page.context().serviceWorkers()
    await worker?.evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; NotificationEvent: new (type: string, init: object) => Event; dispatchEvent: (event: Event) => void }
      const [notification] = await scope.registration.getNotifications()
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    })
    await expect(page).toHaveURL(new RegExp(`/my-group/${group}$`))

    await page.goto('/notifications')
    const isOff = toast(page)
    await page.getByRole('button', { name: t('notifications.push.switchOff') }).click()
    await isOff
    await expect(page.getByText(t('notifications.help.granted'))).toBeVisible()
  })
}
