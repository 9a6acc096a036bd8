import { createContext, useContext } from 'react'
import { formatsOf } from '~/lib/formats'
import { LANGUAGES, type Language, visitorLanguage } from '~/lib/languages'
import { oncePer } from '~/lib/once'
import type en from '~/locales/en/publicPage.json'

/**
 * The page's messages. All languages are bundled, because a visitor would wait for another request longer than for their
 * few kilobytes; a lookup of ten lines stands in for i18next.
 */

type Messages = typeof en
type KeyOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}` }[keyof T & string]
type WithoutPlural<Key> = Key extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : Key
export type MessageKey = WithoutPlural<KeyOf<Messages>>
export type MessageParams = Record<string, string | number>

const FILES = import.meta.glob<object>('../locales/*/publicPage.json', { import: 'default', eager: true })

export const CATALOGUES = Object.fromEntries(
  Object.keys(LANGUAGES).map((code) => [code, FILES[`../locales/${code}/publicPage.json`]]),
)

const pluralRules = oncePer((language: Language) => new Intl.PluralRules(language))

export function translationOf(language: Language) {
  const find = (key: string) =>
    key
      .split('.')
      .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], CATALOGUES[language])
  /** `count` chooses between the plural forms of a message that has some. */
  const t = (key: MessageKey, params: MessageParams = {}): string => {
    const message =
      find(key) ??
      find(`${key}_${pluralRules(language).select(Number(params.count))}`) ??
      find(`${key}_other`)
    return String(message).replace(/{{(\w+)}}/g, (_, name: string) => String(params[name] ?? ''))
  }
  return { language, t, ...formatsOf(language) }
}

export type Translation = ReturnType<typeof translationOf>

export const TranslationContext = createContext<Translation>(translationOf(visitorLanguage()))
export const useTranslation = () => useContext(TranslationContext)
