import { createContext, useContext } from 'react'
import { publicPage as en } from '~/locales/en.json?publicPage.json'
import { publicPage as vi } from '~/locales/vi.json?publicPage.json'
import { readText, writeText } from './device'
import { formatsOf } from './formats'

/**
 * The page's texts. Only its own part of the two catalogues is bundled, and a lookup of ten lines stands in for i18next:
 * every kilobyte here is waited for on a cheap phone.
 */

export type Language = 'vi' | 'en'

type Texts = typeof en
type KeyOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyOf<T[K]>}` }[keyof T & string]
export type TextKey = KeyOf<Texts>
export type TextParams = Record<string, string | number>

const CATALOGUES: Record<Language, Texts> = { vi, en }
const STORED_AT = 'lang'

export const storedLanguage = (): Language => (readText('localStorage', STORED_AT) === 'en' ? 'en' : 'vi')
export const storeLanguage = (language: Language) => writeText('localStorage', STORED_AT, language)

export function wordsOf(language: Language) {
  const t = (key: TextKey, params: TextParams = {}): string => {
    let node: unknown = CATALOGUES[language]
    for (const part of key.split('.')) node = (node as Record<string, unknown>)[part]
    return String(node).replace(/{{(\w+)}}/g, (_, name: string) => String(params[name] ?? ''))
  }
  return { language, t, ...formatsOf(language) }
}

export type Words = ReturnType<typeof wordsOf>

export const WordsContext = createContext<Words>(wordsOf('vi'))
export const useWords = () => useContext(WordsContext)
