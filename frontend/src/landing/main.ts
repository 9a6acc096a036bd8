import '~/lib/roboto.css'
import '~/lib/display.css'
import '~/public-form/tokens.css'
import '~/public-form/page.css'
import './landing.css'
import { type Language, languageOf, otherLanguages, storedLanguage, storeLanguage } from '~/lib/languages'
import type { Texts } from './fill'

/**
 * The landing page arrives in the default language; the script only changes the language. No path of the router leads to
 * it: the server shows it at `/` where its operator wants that.
 */

const FILES = import.meta.glob<Texts>('../locales/*/landing.json', { import: 'default', eager: true })

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
  const texts = FILES[`../locales/${language}/landing.json`]
  document.documentElement.lang = language
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const text = texts?.[element.dataset.text ?? ''] ?? ''
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
