import { type Language, otherLanguages } from '~/lib/languages'
import { useTranslation } from '../translation'
import classes from './page.module.css'

export function LanguageSwitch({ onChange }: { onChange: (language: Language) => void }) {
  const { language } = useTranslation()
  return otherLanguages(language).map(({ code, name }) => (
    <button key={code} type="button" className={classes.language} lang={code} onClick={() => onChange(code)}>
      {name}
    </button>
  ))
}
