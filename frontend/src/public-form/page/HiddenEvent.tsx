import { type FormEvent, useState } from 'react'
import type { Language } from '~/lib/languages'
import type { EventHead } from '../contract'
import type { Fault } from '../fields/faults'
import classes from '../fields/form.module.css'
import { TextField } from '../fields/TextField'
import { LanguageSwitch } from '../parts/LanguageSwitch'
import { PageTitle } from '../parts/PageTitle'
import page from '../parts/page.module.css'
import { useTranslation } from '../translation'
import heading from './heading.module.css'
import { MembersOnly } from './MembersOnly'

interface HiddenEventProps {
  head: EventHead
  /** Why the code that was given last does not open the event. */
  fault: Fault | undefined
  onCode: (code: string) => void
  onLanguageChange: (language: Language) => void
}

/** All that strangers see of an event for members of a hidden group, and how members and guests come to the rest. */
export function HiddenEvent({ head, fault, onCode, onLanguageChange }: HiddenEventProps) {
  const { t, longDate, hours } = useTranslation()
  const [isAsking, setAsking] = useState(fault !== undefined)
  const [code, setCode] = useState('')
  const submitted = (submission: FormEvent) => {
    submission.preventDefault()
    if (code.trim() !== '') onCode(code.trim())
  }
  return (
    <div className={page.page}>
      <PageTitle>{head.title}</PageTitle>
      <main className={page.main}>
        <div className={page.bar}>
          <LanguageSwitch onChange={onLanguageChange} />
        </div>
        <header className={heading.heading}>
          <h1>{head.title}</h1>
          <p>
            {longDate(head.eventStartDate)}, {hours(head.eventStartDate, null)}
          </p>
        </header>
        <MembersOnly
          event={{ groupName: null, takesInvitationCodes: !isAsking }}
          onCode={() => setAsking(true)}
        />
        {isAsking && (
          <form className={classes.form} noValidate onSubmit={submitted}>
            <TextField
              field="invitationCode"
              label={t('invitation.label')}
              value={code}
              onChange={setCode}
              onLeave={() => undefined}
              autoComplete="off"
              autoCapitalize="characters"
              fault={fault}
            />
            <button type="submit" className={classes.button}>
              {t('invitation.open')}
            </button>
          </form>
        )}
      </main>
    </div>
  )
}
