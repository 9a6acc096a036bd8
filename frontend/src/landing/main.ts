import '~/lib/roboto.css'
import '~/public-form/tokens.css'
import '~/public-form/page.css'
import './landing.css'
import { landing as en } from '~/locales/en.json?landing.json'
import { landing as vi } from '~/locales/vi.json?landing.json'
import { readText, writeText } from '~/public-form/device'
import type { Texts } from './fill'

/**
 * The landing page speaks Vietnamese as it arrives; all that is left to do here is the other language. No path of the
 * router leads to it: the server shows it at `/` where its operator wants that.
 */

const TEXTS = { vi, en }
type Language = keyof typeof TEXTS

function speak(language: Language) {
  const texts: Texts = TEXTS[language]
  document.documentElement.lang = language
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const text = texts[element.dataset.text ?? ''] ?? ''
    if (element instanceof HTMLMetaElement) element.content = text
    else element.textContent = text
  }
  const other = document.querySelector<HTMLButtonElement>('.language')
  if (other) other.lang = otherThan(language)
}

const otherThan = (language: Language): Language => (language === 'vi' ? 'en' : 'vi')
const stored = (): Language => (readText('localStorage', 'lang') === 'en' ? 'en' : 'vi')

if (stored() === 'en') speak('en')
document.querySelector('.language')?.addEventListener('click', () => {
  const chosen = otherThan(stored())
  writeText('localStorage', 'lang', chosen)
  speak(chosen)
})
