import { createContext, useContext } from 'react'
import { formatsOf } from '~/lib/formats'
import { type Language, storedLanguage } from '~/lib/languages'
import { publicPage as en } from '~/locales/en.json?publicPage.json'
import { publicPage as vi } from '~/locales/vi.json?publicPage.json'

/**
 * The page's messages. Only its own part of the two catalogues is bundled, and a lookup of ten lines stands in for i18next:
 * every kilobyte here is waited for on a cheap phone.
 */

type Messages = typeof en
type KeyOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}` }[keyof T & string]
type WithoutPlural<Key> = Key extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : Key
export type MessageKey = WithoutPlural<KeyOf<Messages>>
export type MessageParams = Record<string, string | number>

export const CATALOGUES: Record<Language, object> = { vi, en }

export function translationOf(language: Language) {
  const plurals = new Intl.PluralRules(language)
  const find = (key: string) =>
    key
      .split('.')
      .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], CATALOGUES[language])
  /** `count` chooses between the plural forms of a message that has some. */
  const t = (key: MessageKey, params: MessageParams = {}): string => {
    const message = find(key) ?? find(`${key}_${plurals.select(Number(params.count))}`)
    return String(message).replace(/{{(\w+)}}/g, (_, name: string) => String(params[name] ?? ''))
  }
  return { language, t, ...formatsOf(language) }
}

export type Translation = ReturnType<typeof translationOf>

export const TranslationContext = createContext<Translation>(translationOf(storedLanguage()))
export const useTranslation = () => useContext(TranslationContext)
