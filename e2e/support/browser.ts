import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { Person } from './api.ts'

export type Lang = 'vi' | 'en'

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

/** Logs in through the screen and waits for the home of the role. */
export async function enter(page: Page, person: Pick<Person, 'email' | 'password'>) {
  await page.goto('/auth/login')
  await page.locator('input[type=email]').fill(person.email)
  await page.locator('input[type=password]').fill(person.password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/\/(event-management|dashboard)$/)
}

/** Whether anything is wider than the window: sideways scrolling on a phone. */
export const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
