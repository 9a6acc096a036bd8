import { FaultText } from '../fields/Field'
import type { Fault } from '../fields/faults'
import classes from '../fields/form.module.css'
import { fieldId } from '../fields/validation'
import { Icon } from '../parts/Icon'

interface ConsentProps {
  /** The server's words, which it keeps with the registration. */
  text: string
  isGiven: boolean
  onChange: (isGiven: boolean) => void
  fault: Fault | undefined
}

/** The consent, in full text and never preselected (Law 91/2025/QH15). */
export function Consent({ text, isGiven, onChange, fault }: ConsentProps) {
  return (
    <div className={classes.consent} data-field="consent" data-invalid={fault ? true : undefined}>
      <label className={classes.choice}>
        <input
          type="checkbox"
          id={fieldId('consent')}
          checked={isGiven}
          aria-required
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault && `${fieldId('consent')}-fault`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{text}</span>
      </label>
      {fault && (
        <p id={`${fieldId('consent')}-fault`} className={classes.fault}>
          <Icon name="alert" />
          <FaultText fault={fault} />
        </p>
      )}
    </div>
  )
}
