import { expect } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { overflows } from '../support/browser.ts'
import { serverUrl } from '../support/places.ts'
import { test } from '../support/test.ts'

// The landing page, on a server whose operator switched it on; `routes.spec.ts` has `/` where it is off.

test.use({ landingPage: true })

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`the landing page in both languages: ${colorScheme}, ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto('/')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Từ lượt đăng ký đầu tiên đến lúc hội trường kín chỗ')
    await expectAccessible(page, 'the landing page')
    expect(await overflows(page)).toBe(false)

    await page.getByRole('button', { name: 'English' }).click()
    await expect(heading).toHaveText('From the first registration to the full hall')
    await expect(page).toHaveTitle(/registration, tickets/)
    await page.reload()
    await expect(heading).toHaveText('From the first registration to the full hall')
    await expectAccessible(page, 'the landing page in English')
    expect(await overflows(page)).toBe(false)
    // Nothing is refused by the Content-Security-Policy, nothing is missing.
    expect(complaints).toEqual([])

    await page.getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page).toHaveURL(/\/auth\/sign-up$/)
    await context.close()
  })
}

test('the landing page shows the product moving, except with reduced motion', async ({ browser }) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const context = await browser.newContext({ reducedMotion })
    const page = await context.newPage()
    await page.goto('/')
    const moving = await page.evaluate(() => document.getAnimations().map((animation) => (animation as CSSAnimation).animationName))
    if (reducedMotion === 'reduce') expect(moving).toEqual([])
    else expect(new Set(moving)).toEqual(new Set(['form', 'typed', 'press', 'ticket', 'scan', 'greet', 'fall']))
    await context.close()
  }
})

test('the landing page introduces itself without scripts', async ({ browser, request }) => {
  const html = await (await request.get(serverUrl)).text()
  for (const tag of ['<title data-text="title">Hội:', 'name="description"', 'property="og:title"', `property="og:url" content="${serverUrl}/"`]) expect(html).toContain(tag)
  const image = await request.get(html.match(/property="og:image" content="([^"]+)"/)?.[1] ?? '')
  expect(image.headers()['content-type']).toBe('image/png')

  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(serverUrl)
  await expect(page.getByRole('link', { name: 'Đăng nhập' })).toBeVisible()
  await context.close()
})
