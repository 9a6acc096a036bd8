import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { get, makeEvent, makeOrganiser, type Person, picture } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows, toast } from '../support/browser.ts'
import { mailTo } from '../support/mail.ts'
import { serverUrl } from '../support/places.ts'
import { readQr } from '../support/qr.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'

// A user manages their own account: their details, their code for every door, their password, and their sessions.

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

async function openProfile(page: Page, t: T, person: Person) {
  await enter(page, person)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: t('shell.menu./profile') })).toBeVisible()
  await expect(page.getByLabel(t('auth.fullName'))).toBeVisible()
}

/** The form of the profile that holds this field; there are several on the screen. */
const save = (page: Page, t: T) => page.getByRole('button', { name: t('common.save'), exact: true }).click()

/** Expects the download of the code to be a PNG picture of the person's own code. */
async function expectOwnCode(page: Page, t: T, person: Person) {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: t('profile.code.download') }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(t('profile.code.file'))
  const png = readFileSync(await file.path())
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const { userCode } = await get<{ userCode: string }>('/users/me', person)
  expect(readQr(png)).toBe(userCode)
}

async function changePassword(page: Page, t: T, old: string, next: string) {
  await page.getByLabel(t('auth.oldPassword'), { exact: true }).fill(old)
  await page.getByLabel(t('auth.newPassword'), { exact: true }).fill(next)
  await page.getByLabel(t('auth.retypeNew'), { exact: true }).fill(next)
  await page.getByRole('button', { name: t('auth.changePassword') }).click()
}

/** Returns the response that a program gets with this key. */
async function callWith(key: string, path: string) {
  const answer = await fetch(`${serverUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
  return { status: answer.status, body: (await answer.json()) as { data: { items?: { title: string }[] } | null } }
}

/** A key is made for one of two events, a program calls with it, and it is revoked. */
async function keepKey(page: Page, t: T, me: Person) {
  const shop = await makeEvent(me, { title: 'Hội sách' })
  const other = await makeEvent(me, { title: 'Đêm nhạc' })
  const name = t('profile.keys.nameExample')
  await page.reload()
  await expect(page.getByText(t('profile.keys.none'))).toBeVisible()
  await page.getByRole('button', { name: t('profile.keys.make') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('profile.keys.name'), { exact: true }).fill(name)
  await dialog.getByRole('checkbox', { name: t('profile.keys.right.readEvents') }).check()
  await dialog.getByRole('combobox', { name: t('profile.keys.events') }).click()
  await page.getByRole('option', { name: shop.title }).click()
  await page.keyboard.press('Tab')
  await dialog.getByLabel(t('profile.security.password'), { exact: true }).fill(me.password)
  expect(await overflows(page), 'a new key').toBe(false)
  await expectAccessible(page, 'a new key')
  await dialog.getByRole('button', { name: t('profile.keys.make') }).click()
  const secret = dialog.getByRole('group', { name: t('profile.keys.secret') })
  await expect(secret).toHaveText(/^hoi_[0-9a-f]{64}$/)
  const key = (await secret.textContent()) ?? ''
  expect(await overflows(page), 'the key').toBe(false)
  await expectAccessible(page, 'the key')
  await dialog.getByRole('button', { name: t('profile.keys.kept') }).click()
  await expect(dialog).toHaveCount(0)

  const events = await callWith(key, '/events')
  expect(events.status).toBe(200)
  expect(events.body.data?.items?.map(({ title }) => title)).toEqual([shop.title])
  expect((await callWith(key, `/events/${other.id}`)).status).toBe(403)
  expect((await callWith(key, `/events/${shop.id}/participants`)).status).toBe(403)
  const row = page.getByRole('list', { name: t('profile.keys.list') }).getByRole('listitem')
  // The use is noted beside the call.
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText(t('profile.keys.used', { time: '' }).trim())
  }).toPass()
  await expect(row).toContainText(shop.title)
  await expect(row).toContainText(key.slice(0, 10))
  await expect(page.getByText(key)).toHaveCount(0)
  expect(await overflows(page), 'the list of keys').toBe(false)
  await expectAccessible(page, 'the list of keys')

  await page.getByRole('button', { name: t('profile.keys.revokeThis', { name }) }).click()
  await expect(dialog.getByText(t('profile.keys.revokeText', { name }))).toBeVisible()
  await dialog.getByLabel(t('profile.security.password'), { exact: true }).fill(me.password)
  await dialog.getByRole('button', { name: t('profile.keys.revoke'), exact: true }).click()
  await expect(page.getByText(t('profile.keys.none'))).toBeVisible()
  expect((await callWith(key, '/events')).status).toBe(401)
}

/** A browser whose session was ended from elsewhere goes to the login without user input. */
const expectLoggedOut = (page: Page) => expect(page).toHaveURL(/\/auth\/login/)

test('a profile in Vietnamese', async ({ browser }) => {
  const t = wordsIn('vi')
  const me = await makeOrganiser('Nguyễn Ngọc Lan', 'lan.hoso@hoi.example')
  const page = await openBrowser(browser, 'vi', 1440)
  await openProfile(page, t, me)

  // General information.
  await page.getByLabel(t('auth.phone')).fill('12')
  await save(page, t)
  await expect(page.getByText(t('common.invalid.phone'))).toBeVisible()
  await expect(page.getByLabel(t('auth.phone'))).toBeFocused()
  await page.getByLabel(t('auth.phone')).fill('0909 111 222')
  await page.getByLabel(t('auth.fullName')).fill('Nguyễn Ngọc Lan Anh')
  await page.getByLabel(t('profile.country')).fill('Việt Nam')
  await page.getByLabel(t('profile.avatar')).setInputFiles({ name: 'anh.png', mimeType: 'image/png', buffer: picture(96, 96) })
  const preview = page.getByRole('img', { name: t('common.upload.preview', { label: t('profile.avatar') }) })
  await expect(preview).toBeVisible()
  const saved = toast(page, t('profile.updated'))
  await save(page, t)
  await saved
  await expect(page.getByRole('button', { name: /Nguyễn Ngọc Lan Anh/ }), 'the sidebar knows the new name').toBeVisible()
  await page.reload()
  await expect(page.getByLabel(t('auth.fullName'))).toHaveValue('Nguyễn Ngọc Lan Anh')
  await expect(page.getByLabel(t('profile.country'))).toHaveValue('Việt Nam')
  await expect(preview).toBeVisible()
  await expectAccessible(page, 'general information')
  await expectOwnCode(page, t, me)
  await keepKey(page, t, me)

  // My information: nothing is saved before all four papers are there.
  await page.getByRole('tab', { name: t('profile.tab.mine') }).click()
  await expect(page).toHaveURL(/tab=mine/)
  await save(page, t)
  for (const field of ['dateOfBirth', 'gender', 'identificationNumber', 'taxNumber']) {
    await expect(page.getByText(t(`profile.mine.required.${field}`))).toBeVisible()
  }
  await page.getByLabel(t('profile.mine.dateOfBirth')).fill('20/11/1990')
  await page.getByLabel(t('profile.mine.dateOfBirth')).press('Tab')
  await page.getByRole('combobox', { name: t('profile.mine.gender') }).click()
  await page.getByRole('option', { name: t('common.gender.FEMALE') }).click()
  await page.getByLabel(t('profile.mine.identificationNumber')).fill('001090012345')
  await page.getByLabel(t('profile.mine.taxNumber')).fill('0101234567')
  await page.getByLabel(t('profile.mine.position')).fill('Trưởng ban')
  const savedMine = toast(page, t('profile.updated'))
  await save(page, t)
  await savedMine
  await page.reload()
  await expect(page.getByLabel(t('profile.mine.dateOfBirth'))).toHaveValue('20/11/1990')
  await expect(page.getByRole('combobox', { name: t('profile.mine.gender') })).toHaveValue(t('common.gender.FEMALE'))
  await expect(page.getByLabel(t('profile.mine.identificationNumber'))).toHaveValue('001090012345')
  await expectAccessible(page, 'my information')

  // Two more places where they are logged in, one of which is ended by name.
  const phone = await openBrowser(browser, 'vi', 390, { userAgent: IPHONE })
  await openProfile(phone, t, me)
  expect(await overflows(phone), 'the profile on a phone').toBe(false)
  await expectAccessible(phone, 'the profile on a phone')
  await page.getByRole('tab', { name: t('profile.tab.general') }).click()
  const devices = page.getByRole('listitem').filter({ hasText: t('profile.devices.lastUsed', { time: '' }).trim() })
  await expect(devices).toHaveCount(3)
  await expect(devices.filter({ hasText: t('profile.devices.current') })).toContainText('Chrome')
  const iphone = t('profile.devices.on', { browser: 'Safari', system: 'iPhone' })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: t('profile.devices.logOutThis', { device: iphone }) }).click()
  await expect(dialog.getByText(t('profile.devices.askOneText', { device: iphone }))).toBeVisible()
  await expectAccessible(page, 'the question before another device is logged out')
  const password = dialog.getByLabel(t('profile.security.password'), { exact: true })
  await password.fill('khong-phai-no')
  await dialog.getByRole('button', { name: t('profile.devices.logOut'), exact: true }).click()
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(devices).toHaveCount(3)
  await password.fill(me.password)
  await dialog.getByRole('button', { name: t('profile.devices.logOut'), exact: true }).click()
  await expect(devices).toHaveCount(2)
  await expectLoggedOut(phone)

  // A new password: the old one has to be known, and all other sessions have to log in again.
  await changePassword(page, t, 'khong-phai-no', 'mat-khau-moi-tinh')
  await expect(page.getByText(t('auth.wrongOldPassword'))).toBeVisible()
  await expect(page.getByLabel(t('auth.oldPassword'), { exact: true })).toBeFocused()
  const changed = toast(page, t('auth.passwordChanged'))
  await changePassword(page, t, me.password, 'mat-khau-moi-tinh')
  await changed
  await expect(page.getByText(t('profile.devices.only'))).toBeVisible()
  await mailTo(me.email, /mật khẩu/i)
  await phone.locator('input[type=email]').fill(me.email)
  await phone.locator('input[type=password]').fill(me.password)
  await phone.locator('form button[type=submit]').click()
  await expect(phone.getByText('Email hoặc mật khẩu không đúng.').first()).toBeVisible()
  // The login leads back to the page that the end of the session interrupted.
  await phone.locator('input[type=password]').fill('mat-khau-moi-tinh')
  await phone.locator('form button[type=submit]').click()
  await phone.waitForURL(/\/profile$/)

  // And all the others at once.
  await page.reload()
  await page.getByRole('button', { name: t('profile.devices.logOutOthers') }).click()
  await password.fill('mat-khau-moi-tinh')
  await dialog.getByRole('button', { name: t('profile.devices.logOutOthers') }).click()
  await expect(page.getByText(t('profile.devices.only'))).toBeVisible()
  await expectLoggedOut(phone)
})

test('a profile in English on a phone', async ({ browser }) => {
  const t = wordsIn('en')
  const me = await makeOrganiser('Lan Nguyen', 'lan.profile@hoi.example')
  const page = await openBrowser(browser, 'en', 390)
  await openProfile(page, t, me)
  await expectOwnCode(page, t, me)
  await keepKey(page, t, me)
  await changePassword(page, t, 'not-this-one', 'a-brand-new-one')
  await expect(page.getByText(t('auth.wrongOldPassword'))).toBeVisible()
  await page.getByRole('tab', { name: t('profile.tab.mine') }).click()
  await page.getByLabel(t('profile.mine.dateOfBirth')).fill('Nov 20, 1990')
  await page.getByLabel(t('profile.mine.dateOfBirth')).press('Tab')
  await expect(page.getByLabel(t('profile.mine.dateOfBirth'))).toHaveValue('Nov 20, 1990')
  expect(await overflows(page)).toBe(false)
  await expectAccessible(page, 'my information on a phone')
})
