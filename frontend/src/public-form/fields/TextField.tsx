import { type HTMLAttributes, useState } from 'react'
import { afterTap } from './afterTap'
import { EmailQuestion } from './EmailQuestion'
import { descriptionOf, Field } from './Field'
import type { Fault } from './faults'
import classes from './form.module.css'
import { fieldId } from './validation'

interface TextFieldProps {
  field: string
  label: string
  value: string
  onChange: (value: string) => void
  onLeave: () => void
  isOptional?: boolean
  hint?: string
  image?: string | null
  fault: Fault | undefined
  isMultiline?: boolean
  type?: 'text' | 'email' | 'tel'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  autoCapitalize?: string
  /** The id of a list of suggestions. */
  list?: string
}

/** One line, or several, of text. Numbers are text as well: leading zeros and a plus have to survive. */
export function TextField({ value, onChange, onLeave, isMultiline, type, ...props }: TextFieldProps) {
  const { field, label, isOptional, hint, image, fault, ...input } = props
  const [isLeft, setLeft] = useState(false)
  const shared = {
    ...input,
    id: fieldId(field),
    value,
    'aria-required': !isOptional,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': descriptionOf(field, hint, fault),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onFocus: () => setLeft(false),
    onBlur: () =>
      afterTap(() => {
        setLeft(true)
        onLeave()
      }),
  }
  return (
    <Field field={field} label={label} isOptional={isOptional} hint={hint} image={image} fault={fault}>
      {isMultiline ? (
        <textarea className={classes.input} rows={2} {...shared} />
      ) : (
        <input className={classes.input} type={type ?? 'text'} {...shared} />
      )}
      {type === 'email' && (
        <EmailQuestion
          field={field}
          value={value}
          onChange={onChange}
          isAsked={isLeft || fault !== undefined}
        />
      )}
    </Field>
  )
}
