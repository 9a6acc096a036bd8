import { expect, type Locator, type Page } from '@playwright/test'
import { get, logInAsAdmin, makeEvent, makeOrganiser, post, upload } from '../support/api.ts'
import { enter, type Lang, speak } from '../support/browser.ts'
import { admin } from '../support/places.ts'
import { cpu } from '../support/slowness.ts'
import { test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

// The cost of a first visit: the requests until a page is idle, and the kilobytes of script among them, as transferred.

const APPLICATION = /\/assets\/index-.*\.js$/

interface Budget {
  requests: number
  scriptKb: number
}

async function expectWithin(page: Page, path: string, { requests, scriptKb }: Budget) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const fetched = new Map<string, string>()
  let scripts = 0
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) fetched.set(requestId, request.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (fetched.get(requestId)?.endsWith('.js')) scripts += encodedDataLength
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const what = [...fetched.values()].join('\n')
  expect(fetched.size, what).toBeLessThanOrEqual(requests)
  expect(scripts / 1024, what).toBeLessThanOrEqual(scriptKb)
  // A count that is not connected to the page would find nothing, and pass.
  expect(scripts, what).toBeGreaterThan(1000)
}

/** A largest contentful paint that the browser has reported; the last one is the largest. */
interface Painted {
  size: number
  text: string
}

declare global {
  var painted: Painted[]
}

/** Holds back every script, and expects the largest part of the page to be painted before them. */
async function expectPaintedFirst(page: Page, path: string) {
  await page.addInitScript(() => {
    globalThis.painted = []
    new PerformanceObserver((list) => {
      for (const { size, element } of list.getEntries() as (PerformanceEntry & { size: number; element: Element | null })[]) {
        globalThis.painted.push({ size, text: element?.textContent ?? '' })
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Told once it is on the screen, which on a busy machine is later than that it has a place on the page.
  await expect.poll(() => page.evaluate(() => globalThis.painted.length), 'something is painted without a script').toBeGreaterThan(0)
  const first = await page.evaluate(() => globalThis.painted)
  release()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('body')).toHaveCSS('font-family', /Roboto/)
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => globalThis.painted)).toEqual(first)
}

test('the largest part of the login is painted before any script has come', async ({ page }) => {
  await expectPaintedFirst(page, '/auth/login')
})

test('the login is filled in before the application has come, which then logs in', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(APPLICATION, async (route) => {
    await held
    await route.continue()
  })
  const t = wordsIn('vi')
  await page.goto('/auth/login')
  await page.getByLabel(t('auth.email')).fill(admin.email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill('wrong')
  await page.getByRole('button', { name: t('auth.showPassword') }).click()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(t('auth.email'))).toBeDisabled()
  release()
  // The application takes the place of the form, with the typed text and the error.
  const password = page.getByLabel(t('auth.password'), { exact: true })
  await expect(password).toBeFocused()
  await expect(password).toHaveValue('wrong')
  await expect(password).toHaveAccessibleDescription(/./)
  await password.fill(admin.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/dashboard$/)
})

test('a visitor who chose English gets the login in English before any script is loaded', async ({ page }) => {
  const t = wordsIn('en')
  await page.goto('/auth/login')
  await page.getByLabel(wordsIn('vi')('auth.email')).fill('lan@hoi.example')
  // The application has come, and has begun in the language it knew of.
  await page.evaluate(() => import(document.querySelector<HTMLLinkElement>('link[rel=modulepreload]')?.href ?? ''))
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth.login.title'))
  await expect(page.getByLabel(t('auth.email'))).toHaveValue('lan@hoi.example')
  await expect(page.getByRole('button', { name: 'Tiếng Việt' })).toBeFocused()
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth.login.title'))
})

/** Fills in the login and sends it. */
async function send(page: Page, lang: Lang = 'vi') {
  const t = wordsIn(lang)
  await page.getByLabel(t('auth.email')).fill(admin.email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
}

test('typed text stays when the application cannot be loaded, and the next press loads it', async ({ page }) => {
  const t = wordsIn('vi')
  await page.route(APPLICATION, (route) => route.abort())
  await page.goto('/auth/login')
  await send(page)
  await expect(page.getByRole('alert')).toHaveText(t('auth.login.notLoaded'))
  await page.unroute(APPLICATION)
  await page.getByRole('button', { name: t('auth.login.submit') }).click()
  await page.waitForURL(/dashboard$/)
})

test('a page whose application cannot be loaded is loaded anew once', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('auth', '{}'))
  await page.route(APPLICATION, (route) => route.abort())
  let visits = 0
  page.on('framenavigated', () => {
    visits += 1
  })
  await page.goto('/auth/login')
  await expect(page.getByRole('alert')).toHaveText(wordsIn('vi')('auth.login.notLoaded'))
  expect(visits).toBe(2)
})

for (const lang of ['vi', 'en'] as const) {
  test(`a page of an old version is loaded anew when a part of it is gone, and typed text comes back, in ${lang}`, async ({ page }) => {
    const t = wordsIn(lang)
    await speak(page, lang)
    await page.goto('/auth/login')
    await send(page, lang)
    await page.waitForURL(/dashboard$/)
    await page.goto('/profile')
    await page.getByLabel(t('profile.country')).fill('Lào')
    await page.waitForLoadState('networkidle')
    let isOld = true
    let visits = 0
    await page.route(/\/assets\//, (route) => (isOld ? route.abort() : route.continue()))
    // The new page names files that there are.
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return
      isOld = false
      visits += 1
    })
    await page.getByRole('link', { name: t('shell.menu./plan-management'), exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: t('shell.menu./plan-management') })).toBeVisible()
    await expect(page).toHaveURL(/\/plan-management$/)
    expect(visits).toBe(1)
    await page.goto('/profile')
    await expect(page.getByLabel(t('profile.country'))).toHaveValue('Lào')
  })
}

test('a page whose scripts do not come says so in both languages, and how to go on', async ({ page }) => {
  const t = wordsIn('vi')
  await page.goto('/auth/login')
  await send(page)
  await page.waitForURL(/dashboard$/)
  // Otherwise this page, too, lacks a part, and loads itself anew in place of the next.
  await expect(page.getByRole('heading', { level: 1, name: t('shell.menu./dashboard') })).toBeVisible()
  await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }))
  await page.goto('/plan-management')
  for (const lang of ['vi', 'en'] as const)
    await expect(page.locator(`.late [lang=${lang}]`)).toContainText(wordsIn(lang)('common.late'))
  // After some seconds, in which most pages have come.
  const again = page.getByRole('link', { name: t('common.newProgram.load') })
  await expect(again).toBeVisible({ timeout: 30_000 })
  await page.unroute(/\/assets\//)
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: t('shell.menu./plan-management') })).toBeVisible()
  await expect(again).toBeHidden()
})

test('the login appears without its style sheet', async ({ page }) => {
  await page.route(/\/assets\/index-.*\.css$/, (route) => route.abort())
  await page.goto('/auth/login')
  await send(page)
  await page.waitForURL(/dashboard$/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the login says that it needs them, in both languages', async ({ page }) => {
    await page.goto('/auth/login')
    for (const lang of ['vi', 'en'] as const) {
      // Texts in `noscript` are not found by their words.
      const line = page.locator(`noscript [lang=${lang}]`)
      await expect(line).toBeVisible()
      expect(await line.textContent()).toBe(wordsIn(lang)('auth.login.noScript'))
    }
    await page.getByLabel(wordsIn('vi')('auth.email')).fill('lan@hoi.example')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/auth\/login$/)
  })
})

for (const lang of ['vi', 'en'] as const) {
  test(`the login is light: ${lang}`, async ({ page }) => {
    await speak(page, lang)
    // One of them holds the bundler's helpers, less than a kilobyte; with them all other screens need a tenth of the files.
    await expectWithin(page, '/auth/login', { requests: 7, scriptKb: 185 })
  })

  test(`the public page is light: ${lang}`, async ({ page }) => {
    const event = await makeEvent(await logInAsAdmin())
    await speak(page, lang)
    await expectWithin(page, `/form/${event.id}`, { requests: 9, scriptKb: 52 })
  })
}

test.describe('with the landing page', () => {
  test.use({ landingPage: true })

  test('the landing page is light', async ({ page }) => {
    // Two of them are pictures further down, which a browser may load ahead.
    await expectWithin(page, '/', { requests: 10, scriptKb: 4 })
  })
})

declare global {
  /** How far the page has moved by itself since it was opened, as browsers count it: the sum of all layout shifts. */
  var moved: number
}

/** Six transfers of which nothing is known, which fill a phone. */
const TRANSFERS = [1, 2, 3, 4, 5, 6].map((number) => ({
  id: `${number}`,
  accountId: '1',
  account: 'Vietcombank 0123456789',
  amount: 150_000,
  arrivedAt: '2026-01-05T03:00:00Z',
  content: `chuyen khoan ${number}`,
  payer: 'NGUYEN VAN AN',
  payerAccount: null,
  way: 'webhook',
  state: 'waiting',
  reason: 'unknown',
  suggestion: null,
  split: [],
  named: [],
  proposal: null,
  payments: [],
  difference: null,
  decidedByName: null,
  decidedAt: null,
}))

/** The most by which a page may move: what browsers call good. */
const STILL = 0.1

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('what comes late moves nothing that is read', async ({ page }) => {
    const t = wordsIn('vi')
    const lan = await makeOrganiser('Nguyễn Thị Lan', 'lan@hoi.example')
    const { id } = await get<{ id: string }>('/users/me', lan)
    const about = { name: 'BNI Sông Hàn', description: 'Họp mỗi sáng thứ Năm.', avatar: await upload(lan, 'groupAvatar') }
    const group = await post<{ id: string }>('/group', { ...about, ownerId: id }, await logInAsAdmin())
    const event = await makeEvent(lan, {
      turnOffPayment: false,
      accountNumber: '0123456789',
      accountHolderName: 'NGUYEN THI LAN',
      bankName: 'Vietcombank',
      bankBin: '970436',
      paymentEmailContent: '<p>Mong nhận {{amount}}.</p>',
      tickets: [{ name: 'Phổ thông', price: 150_000, quantity: 50, isHidden: false }],
    })
    await page.addInitScript(() => {
      globalThis.moved = 0
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!hadRecentInput) globalThis.moved += value
      }).observe({ type: 'layout-shift', buffered: true })
      // The picture is seen to be prepared before it is known that there is none.
      if (navigator.mediaDevices)
        navigator.mediaDevices.getUserMedia = () =>
          new Promise((_, reject) => setTimeout(() => reject(new DOMException('', 'NotFoundError')), 1000))
    })
    await enter(page, lan)

    /** Opens a screen, holds its upper part back until the rest had time to be painted, and then shows it. */
    const expectStill = async (path: string, late: RegExp | null, shown: Locator, items?: object[]) => {
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      if (late)
        await page.route(late, async (route) => {
          const response = await route.fetch()
          const answer = await response.json()
          if (items) Object.assign(answer.data, { items, total: items.length })
          await held
          await route.fulfill({ response, json: answer })
        })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForTimeout(1000 * cpu)
      release()
      await expect(shown, path).toBeVisible()
      // Two pictures later, the browser has told what moved.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      await page.waitForTimeout(200 * cpu)
      expect(await page.evaluate(() => globalThis.moved), path).toBeLessThan(STILL)
      if (late) await page.unroute(late)
    }

    await expectStill(`/event-management/${event.id}/money`, /\/api\/.*transfers\?/, page.getByText('chuyen khoan 1'), TRANSFERS)
    await expectStill('/event-management', /\/api\/event-draft$/, page.getByRole('link', { name: event.title }).first())
    await expectStill(`/my-group/${group.id}`, /\/api\/group\/[^/]+\/front$/, page.getByText(t('posts.empty.title')))
    await expectStill(`/event-management/checkin/${event.id}`, null, page.getByText(t('checkin.camera.missing.title')))
  })
})
