import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ask } from '../api'
import type { Invitation } from '../contract'
import type { Fault } from '../fields/faults'
import classes from '../fields/form.module.css'
import { TextField } from '../fields/TextField'
import { useTranslation } from '../translation'

interface InvitationFieldProps {
  eventId: string
  /** Only visitors with a code can register. */
  isNeeded: boolean
  code: string
  onChange: (code: string) => void
  /** Called with the details of a valid code. */
  onAccepted: (invitation: Invitation) => void
  onRefused: (fault: Fault) => void
  fault: Fault | undefined
  isPreview: boolean
}

/** Collapsed behind a button at first, unless a code is needed. Checks the code when the field loses the focus. */
export function InvitationField(props: InvitationFieldProps) {
  const { eventId, isNeeded, code, onChange, onAccepted, onRefused, fault, isPreview } = props
  const { t, language } = useTranslation()
  const [isOpen, setOpen] = useState(isNeeded || code !== '')
  const [accepted, setAccepted] = useState<{ code: string; invitation: Invitation }>()
  const asked = useRef('')

  const check = async () => {
    const wanted = code.trim()
    if (wanted === '' || wanted === asked.current || isPreview) return
    asked.current = wanted
    const path = `/event/${encodeURIComponent(eventId)}/invitation/${encodeURIComponent(wanted)}`
    const answer = await ask<Invitation>(path, { language })
    if (asked.current !== wanted) return
    if (answer.ok) {
      setAccepted({ code: wanted, invitation: answer.data })
      onAccepted(answer.data)
    } else if (answer.refusal.isUncertain || answer.refusal.retryAfter !== null) {
      // Only an early hint: the registration itself decides about the code.
      asked.current = ''
    } else {
      const text = answer.refusal.messages.join(' ')
      onRefused(text ? { text } : { key: 'invitation.invalid' })
    }
  }

  // A personal link contains the code.
  const checkAtFirst = useEffectEvent(check)
  useEffect(() => void checkAtFirst(), [])

  if (!isOpen) {
    return (
      <button type="button" className={classes.quiet} onClick={() => setOpen(true)}>
        {t('invitation.ask')}
      </button>
    )
  }
  const isAccepted = accepted !== undefined && accepted.code === code.trim()
  const invitedBy = accepted?.invitation.invitedBy
  return (
    <div>
      <TextField
        field="invitationCode"
        label={t('invitation.label')}
        value={code}
        onChange={onChange}
        onLeave={() => void check()}
        isOptional={!isNeeded}
        autoComplete="off"
        autoCapitalize="characters"
        fault={fault}
      />
      <p role="status" className={classes.hint}>
        {isAccepted && (invitedBy ? t('invitation.by', { name: invitedBy }) : t('invitation.valid'))}
      </p>
    </div>
  )
}
