import { readdirSync, readFileSync } from 'node:fs'
import type { Lang } from './browser.ts'

interface Words {
  [key: string]: string | Words
}

const LOCALES = new URL('../../frontend/src/locales/', import.meta.url)

const readTexts = (lang: Lang): Words =>
  Object.fromEntries(
    readdirSync(new URL(lang, LOCALES)).map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(new URL(`${lang}/${file}`, LOCALES), 'utf8')) as Words]),
  )

/**
 * The application's texts in one language, so that a journey reads the same in both: `t('auth.login')`, and
 * `t('events.form.choice', { number: 1 })`. `count` chooses between the plural forms of a text that has some.
 */
export function wordsIn(lang: Lang) {
  const words = readTexts(lang)
  const plurals = new Intl.PluralRules(lang)
  const find = (key: string) =>
    key.split('.').reduce<string | Words | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), words)
  return (key: string, values: Record<string, string | number> = {}): string => {
    const found = find(key) ?? find(`${key}_${plurals.select(Number(values.count))}`)
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${lang}`)
    return found.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
  }
}

export type T = ReturnType<typeof wordsIn>
