import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { components } from '../../frontend/src/api/schema.ts'
import type { Lang } from './browser.ts'

type Kind = components['schemas']['NotificationType']

const LOCALES = new URL('../../platform/locales/', import.meta.url)

/** The title of a kind of notification, which the server writes. */
export function titleOf(kind: Kind, lang: Lang): string {
  const texts = JSON.parse(readFileSync(new URL(`${lang}.json`, LOCALES), 'utf8')) as Record<string, unknown>
  const found = `notification.${kind}.title`.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts)
  if (typeof found !== 'string') throw new Error(`no title of ${kind} in ${lang}`)
  return found
}

/** Presses the notification of this kind about this in the list. A toast may say the same, but it goes away. */
export async function openNotification(page: Page, lang: Lang, kind: Kind, about: string | RegExp) {
  await page.goto('/notifications')
  await page.getByRole('main').getByRole('listitem').getByRole('link').filter({ hasText: titleOf(kind, lang) }).filter({ hasText: about }).click()
}
