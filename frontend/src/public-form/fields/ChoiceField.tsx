import { useTranslation } from '../translation'
import { FieldGroup } from './Field'
import type { Fault } from './faults'
import classes from './form.module.css'
import { fieldId } from './validation'

interface ChoiceFieldProps {
  field: string
  label: string
  choices: { value: string; text: string; note?: string }[]
  chosen: string[]
  isMultiple?: boolean
  onChange: (chosen: string[]) => void
  isOptional?: boolean
  image?: string | null
  fault: Fault | undefined
}

/** Exactly one of the choices, or any number of them. */
export function ChoiceField({ choices, chosen, isMultiple, onChange, ...frame }: ChoiceFieldProps) {
  const { t } = useTranslation()
  const { field, isOptional } = frame
  const choose = (value: string, isChosen: boolean) => {
    if (!isMultiple) return onChange([value])
    const wanted = choices.filter((choice) =>
      choice.value === value ? isChosen : chosen.includes(choice.value),
    )
    onChange(wanted.map((choice) => choice.value))
  }
  return (
    <FieldGroup {...frame}>
      <div className={classes.choices}>
        {choices.map(({ value, text, note }) => (
          <label key={value} className={classes.choice}>
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={fieldId(field)}
              checked={chosen.includes(value)}
              aria-invalid={frame.fault ? true : undefined}
              onChange={(event) => choose(value, event.currentTarget.checked)}
            />
            <span>
              {text}
              {note && <small>{note}</small>}
            </span>
          </label>
        ))}
      </div>
      {!isMultiple && isOptional && chosen.length > 0 && (
        <button type="button" className={classes.quiet} onClick={() => onChange([])}>
          {t('unchoose')}
        </button>
      )}
    </FieldGroup>
  )
}
