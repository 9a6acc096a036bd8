import { suggestedEmail } from '~/lib/emailSuggestion'
import { useTranslation } from '../translation'
import classes from './form.module.css'
import { fieldId } from './validation'

interface EmailQuestionProps {
  field: string
  value: string
  onChange: (value: string) => void
  /** False while the visitor still types. */
  isAsked: boolean
}

/** Asks whether another address was meant; it is taken only by a press. */
export function EmailQuestion({ field, value, onChange, isAsked }: EmailQuestionProps) {
  const { t } = useTranslation()
  const suggestion = isAsked ? suggestedEmail(value) : null
  const take = (address: string) => {
    onChange(address)
    document.getElementById(fieldId(field))?.focus()
  }
  return (
    <div role="status" className={suggestion ? classes.question : 'hidden'}>
      {suggestion && (
        <>
          {t('emailQuestion.ask')}{' '}
          <button type="button" onClick={() => take(suggestion)}>
            {suggestion}
          </button>
        </>
      )}
    </div>
  )
}
