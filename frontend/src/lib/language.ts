import dayjs from 'dayjs'
import 'dayjs/locale/en'
import 'dayjs/locale/vi'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from '~/locales/en.json'
import vi from '~/locales/vi.json'

export type Language = 'vi' | 'en'

const KEY = 'lang'
const LOCALES = { vi: 'vi_VN', en: 'en_US' } as const

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

/** The language chosen on this device; Vietnamese until someone chooses. */
export function storedLanguage(): Language {
  return localStorage.getItem(KEY) === 'en' ? 'en' : 'vi'
}

export const language = (): Language => (i18next.language === 'en' ? 'en' : 'vi')

/** For `Intl`, which writes a hyphen where Open Graph's locale names have an underscore. */
export const locale = () => LOCALES[language()].replace('_', '-')

function announce() {
  document.documentElement.lang = language()
  dayjs.locale(language())
}

i18next.on('languageChanged', announce)

void i18next.use(initReactI18next).init({
  lng: storedLanguage(),
  fallbackLng: 'en',
  resources: { vi: { translation: vi }, en: { translation: en } },
  interpolation: { escapeValue: false },
  initAsync: false,
})

export function chooseLanguage(next: Language) {
  localStorage.setItem(KEY, next)
  void i18next.changeLanguage(next)
}

/** Texts outside of components (toasts, errors). Inside components use `useTranslation()`. */
export const t = i18next.t
