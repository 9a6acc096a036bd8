import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'
import type { components } from '../../frontend/src/api/schema.ts'
import type { Person } from './api.ts'
import { cpu } from './slowness.ts'

export type Lang = components['schemas']['Language']

/** Every page of this context starts in the language. */
export const speak = (page: Page, lang: Lang) =>
  page.addInitScript((lang) => {
    if (!localStorage.getItem('lang')) localStorage.setItem('lang', lang)
  }, lang)

/** A browser of its own that speaks the language: a desk, or a phone of 390 px. */
export async function openBrowser(browser: Browser, lang: Lang, width: 1440 | 390, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, ...options })
  const page = await context.newPage()
  await speak(page, lang)
  return page
}

/** Logs in through the screen and waits for the page on which this person lands. */
export async function enter(page: Page, person: Pick<Person, 'email' | 'password'>) {
  await page.goto('/auth/login')
  await page.locator('input[type=email]').fill(person.email)
  await page.locator('input[type=password]').fill(person.password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/(event-management|dashboard|my-feed|my-group\/[^/]+)$/)
}

/** Milliseconds in which a page has found its form after its content or its window has changed. */
const LAID_OUT = 5000 * cpu

/** Whether anything stays wider than the window: sideways scrolling on a phone. */
export const overflows = (page: Page) =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth, undefined, { timeout: LAID_OUT })
    .then(
      () => false,
      () => true,
    )

/** Presses a key and lets the page draw the result: a person looks before the next key. */
export async function press(page: Page, key: string) {
  await page.keyboard.press(key)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}

/** Returns the clipboard's content after a press on the button. */
export async function copiedBy(page: Page, button: Locator): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await button.click()
  let text = ''
  await expect.poll(async () => (text = await page.evaluate(() => navigator.clipboard.readText())), 'something is copied').not.toBe('')
  return text
}

/**
 * Waits for a toast with this text and returns all it says. It stays for a second, less than two looks from outside may be
 * apart: call it before the action that causes the toast, and await it afterwards.
 */
export async function toast(page: Page, text = ''): Promise<string> {
  const said = (text: string) => [...document.querySelectorAll('[data-toast]')].map((shown) => shown.textContent).find((shown) => shown?.includes(text))
  return (await (await page.waitForFunction(said, text)).jsonValue()) ?? ''
}
