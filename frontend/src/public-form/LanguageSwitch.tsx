import classes from './page.module.css'
import { type Language, useWords } from './words'

const NAMES = { vi: 'Tiếng Việt', en: 'English' }

export function LanguageSwitch({ onChoose }: { onChoose: (language: Language) => void }) {
  const { language } = useWords()
  const other = language === 'vi' ? 'en' : 'vi'
  return (
    <button type="button" className={classes.language} lang={other} onClick={() => onChoose(other)}>
      {NAMES[other]}
    </button>
  )
}
