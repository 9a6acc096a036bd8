import '~/lib/roboto.css'
import '~/public-form/tokens.css'
import '~/public-form/page.css'
import './landing.css'
import { type Language, languageOf, otherLanguages, storedLanguage, storeLanguage } from '~/lib/languages'
import { landing as en } from '~/locales/en.json?landing.json'
import { landing as vi } from '~/locales/vi.json?landing.json'
import type { Texts } from './fill'

/**
 * The landing page arrives in the default language; the script only changes the language. No path of the router leads to
 * it: the server shows it at `/` where its operator wants that.
 */

const CATALOGUES: Record<Language, Texts> = { vi, en }

const buttons = otherLanguages(storedLanguage()).map(() => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'language'
  button.onclick = () => {
    const chosen = languageOf(button.lang)
    storeLanguage(chosen)
    setLanguage(chosen)
  }
  return button
})

function setLanguage(language: Language) {
  document.documentElement.lang = language
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const text = CATALOGUES[language][element.dataset.text ?? ''] ?? ''
    if (element instanceof HTMLMetaElement) element.content = text
    else element.textContent = text
  }
  otherLanguages(language).forEach(({ code, name }, at) => {
    const button = buttons[at]
    if (button) Object.assign(button, { lang: code, textContent: name })
  })
}

document.querySelector('.languages')?.append(...buttons)
setLanguage(storedLanguage())
