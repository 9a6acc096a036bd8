import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import en from '~/locales/en.json'
import vi from '~/locales/vi.json'
import { calendarNames } from './calendarNames'
import { formatsOf } from './formats'
import { LANGUAGES, type Language, languageOf, storedLanguage, storeLanguage } from './languages'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

export const language = () => languageOf(i18next.language)

export const formats = () => formatsOf(language())

function announce() {
  document.documentElement.lang = language()
  dayjs.locale(language(), calendarNames(LANGUAGES[language()].locale))
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
  storeLanguage(next)
  void i18next.changeLanguage(next)
}

/** Texts outside of components (toasts, errors). Inside components use `useTranslation()`. */
export const t = i18next.t
