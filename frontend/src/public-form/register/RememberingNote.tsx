import { useState } from 'react'
import classes from '../ticket/ticket.module.css'
import { useTranslation } from '../translation'
import { forgetPerson, rememberedPerson } from './registrationDraft'

/** Names the details that the device keeps for the next time, and removes them. */
export function RememberingNote() {
  const { t } = useTranslation()
  const [isKept, setKept] = useState(() => rememberedPerson() !== null)
  const forget = () => {
    forgetPerson()
    setKept(false)
  }
  if (!isKept) return <p role="status">{t('remembering.forgotten')}</p>
  return (
    <p>
      {t('remembering.text')}{' '}
      <button type="button" className={classes.quiet} onClick={forget}>
        {t('remembering.forget')}
      </button>
    </p>
  )
}
