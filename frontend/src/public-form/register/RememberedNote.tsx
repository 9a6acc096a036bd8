import { useState } from 'react'
import classes from '../fields/form.module.css'
import { useTranslation } from '../translation'
import { blankDraft, forgetPerson, rememberedPerson } from './registrationDraft'
import type { Registration } from './useRegistration'

/** Says that the form was prefilled from this device, and clears it on request. */
export function RememberedNote({ registration }: { registration: Registration }) {
  const { t } = useTranslation()
  const { isRestored, startAnew, type, flow } = registration
  const [person, setPerson] = useState(rememberedPerson)
  const { fullName, email, phone } = blankDraft()

  if (isRestored) {
    return (
      <p className={classes.remembered}>
        {t('restored.text')}{' '}
        <button type="button" className={classes.quiet} onClick={startAnew}>
          {t('restored.clear')}
        </button>
      </p>
    )
  }
  if (!person || person.email !== flow.registerData.email) return null
  const forget = () => {
    forgetPerson()
    setPerson(null)
    type({ fullName, email, phone })
  }
  return (
    <p className={classes.remembered}>
      {t('remembered.text')}{' '}
      <button type="button" className={classes.quiet} onClick={forget}>
        {t('remembered.forget')}
      </button>
    </p>
  )
}
