import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { makeOrganiser } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { enter, openBrowser, overflows } from '../support/browser.ts'
import { test } from '../support/test.ts'
import { type T, wordsIn } from '../support/words.ts'

// A user protects their account with a code of an authenticator app, logs in with it, and turns it off again.

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that the app shows `step` half minutes from now (RFC 6238). */
function codeOf(secret: string, step = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

async function typePassword(page: Page, person: { email: string; password: string }) {
  await page.goto('/auth/login')
  await page.locator('input[type=email]').fill(person.email)
  await page.locator('input[type=password]').fill(person.password)
  await page.locator('form button[type=submit]').click()
}

async function logOut(page: Page, t: T) {
  await page.context().clearCookies()
  await page.evaluate(() => {
    localStorage.removeItem('auth')
    sessionStorage.clear()
  })
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: t('auth.login.title') })).toBeVisible()
}

for (const [lang, width] of [
  ['vi', 390],
  ['en', 1440],
] as const) {
  test(`two-step login, ${lang} at ${width}`, async ({ browser }) => {
    const t = wordsIn(lang)
    const me = await makeOrganiser('Nguyễn Ngọc Lan', `lan.2fa.${lang}@hoi.example`)
    const page = await openBrowser(browser, lang, width)
    await enter(page, me)
    await page.goto('/profile')
    await page.getByRole('button', { name: t('profile.security.setUp'), exact: true }).click()
    await page.getByLabel(t('profile.security.password'), { exact: true }).fill(me.password)
    await page.getByRole('button', { name: t('common.next'), exact: true }).click()
    await expect(page.getByRole('img', { name: t('profile.security.qr') })).toBeVisible()
    const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await overflows(page), 'the set-up').toBe(false)
    await expectAccessible(page, 'the set-up')
    await page.getByLabel(t('auth.code.label.app'), { exact: true }).fill(codeOf(secret))
    await page.getByRole('button', { name: t('profile.security.turnOn') }).click()
    await expect(page.getByText(t('profile.security.turnedOn'))).toBeVisible()
    const recovery = await page.locator('li code').allTextContents()
    expect(recovery).toHaveLength(10)
    await expectAccessible(page, 'the recovery codes')
    await page.getByRole('button', { name: t('profile.security.kept') }).click()
    await expect(page.getByText(t('profile.security.on', { left: '10' }))).toBeVisible()

    // The code of the next half minute: the one before was used up.
    await logOut(page, t)
    await typePassword(page, me)
    await page.getByLabel(t('auth.code.label.app'), { exact: true }).fill(codeOf(secret, 1))
    await expectAccessible(page, 'the second step')
    expect(await overflows(page), 'the second step').toBe(false)
    await page.locator('form button[type=submit]').click()
    await page.waitForURL(/\/event-management$/)

    // A recovery code in its place.
    await logOut(page, t)
    await typePassword(page, me)
    await page.getByRole('button', { name: t('auth.code.other.app') }).click()
    await page.getByLabel(t('auth.code.label.recovery'), { exact: true }).fill(recovery[0] ?? '')
    await page.locator('form button[type=submit]').click()
    await page.waitForURL(/\/event-management$/)

    await page.goto('/profile')
    await expect(page.getByText(t('profile.security.on', { left: '9' }))).toBeVisible()
    await page.getByRole('button', { name: t('profile.security.turnOff') }).click()
    await page.getByLabel(t('profile.security.password'), { exact: true }).fill(me.password)
    await page.getByLabel(t('auth.code.label.either'), { exact: true }).fill(recovery[1] ?? '')
    await page.getByRole('button', { name: t('profile.security.turnOff') }).click()
    await expect(page.getByText(t('profile.security.off'))).toBeVisible()
    await logOut(page, t)
    await enter(page, me)
    await page.context().close()
  })
}
