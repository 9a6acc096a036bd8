import type { ReactNode } from 'react'
import { smaller } from '~/lib/pictureSizes'
import { Icon } from '../parts/Icon'
import { useTranslation } from '../translation'
import type { Fault } from './faults'
import classes from './form.module.css'
import { fieldId } from './validation'

interface FieldFrameProps {
  field: string
  label: string
  isOptional?: boolean
  hint?: string
  /** The organiser's illustration of the question. */
  image?: string | null
  fault: Fault | undefined
  children: ReactNode
}

/** The ids of the elements that describe a field, for `aria-describedby`. */
export const descriptionOf = (field: string, hint: unknown, fault: unknown) =>
  [hint && `${fieldId(field)}-hint`, fault && `${fieldId(field)}-fault`].filter(Boolean).join(' ') ||
  undefined

/** A labelled field with its hint, illustration and fault. */
export function Field({ field, label, children, ...rest }: FieldFrameProps) {
  return (
    <div className={classes.field} data-field={field}>
      <label htmlFor={fieldId(field)} className={classes.label}>
        {label}
        <Optional isOptional={rest.isOptional} />
      </label>
      <Around field={field} {...rest}>
        {children}
      </Around>
    </div>
  )
}

/** The same for several inputs that are one question. */
export function FieldGroup({ field, label, children, ...rest }: FieldFrameProps) {
  return (
    <fieldset
      className={classes.field}
      data-field={field}
      aria-describedby={descriptionOf(field, rest.hint, rest.fault)}
      data-invalid={rest.fault ? true : undefined}
    >
      <legend className={classes.label}>
        {label}
        <Optional isOptional={rest.isOptional} />
      </legend>
      <Around field={field} {...rest}>
        {children}
      </Around>
    </fieldset>
  )
}

function Optional({ isOptional }: { isOptional: boolean | undefined }) {
  const { t } = useTranslation()
  return isOptional ? <span className={classes.optional}> {t('optional')}</span> : null
}

function Around({ field, hint, image, fault, children }: Omit<FieldFrameProps, 'label' | 'isOptional'>) {
  return (
    <>
      {hint && (
        <p id={`${fieldId(field)}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {image && <img className={classes.illustration} src={smaller(image, 1600)} alt="" loading="lazy" />}
      {children}
      {fault && (
        <p id={`${fieldId(field)}-fault`} className={classes.fault}>
          <Icon name="alert" />
          <FaultText fault={fault} />
        </p>
      )}
    </>
  )
}

export function FaultText({ fault }: { fault: Fault }) {
  const { t } = useTranslation()
  return 'key' in fault ? t(fault.key, fault.params) : fault.text
}
