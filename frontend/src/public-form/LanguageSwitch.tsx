import { type Language, otherLanguages } from '~/lib/languages'
import classes from './page.module.css'
import { useTranslation } from './translation'

export function LanguageSwitch({ onChange }: { onChange: (language: Language) => void }) {
  const { language } = useTranslation()
  return otherLanguages(language).map(({ code, name }) => (
    <button key={code} type="button" className={classes.language} lang={code} onClick={() => onChange(code)}>
      {name}
    </button>
  ))
}
