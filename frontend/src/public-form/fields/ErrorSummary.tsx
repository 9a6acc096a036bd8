import { useEffect, useRef } from 'react'
import { ownQuestions } from '~/lib/questions'
import type { Buyer, PublicEvent } from '../contract'
import { isEmbedded, scrollToPart } from '../embedded'
import { type MessageKey, useTranslation } from '../translation'
import { FaultText } from './Field'
import type { Faults } from './faults'
import classes from './form.module.css'
import { answerField } from './validation'

interface ErrorSummaryProps {
  faults: Faults
  event: PublicEvent
  /** For whom an invoice is; its fields are called differently. */
  buyer?: Buyer
}

const labels = (buyer: Buyer): Record<string, MessageKey> => ({
  fullName: 'field.fullName',
  email: 'field.email',
  phone: 'field.phone',
  company: 'field.company',
  ticketId: 'ticket.label',
  paymentMethod: 'payment.label',
  'invoice.name': `invoice.${buyer}Name`,
  'invoice.taxNumber': buyer === 'company' ? 'invoice.taxNumber' : 'invoice.personNumber',
  'invoice.address': 'invoice.address',
  'invoice.email': 'invoice.email',
  invitationCode: 'invitation.label',
  consent: 'consent.label',
})

/** Lists the faults of the form, each with a button that leads to its field. Takes the focus when it appears. */
export function ErrorSummary({ faults, event, buyer = 'company' }: ErrorSummaryProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    // Not every browser scrolls the site around a frame to what has the focus.
    if (box.current && isEmbedded()) scrollToPart(box.current)
  }, [])

  const labelOf = (field: string) => {
    const question = ownQuestions(event.eventForm.scheme).find(({ id }) => answerField(id) === field)
    const key = question ? null : labels(buyer)[field]
    return question?.question.trim() ?? (key ? t(key) : t('form'))
  }
  const entries = Object.entries(faults)
  return (
    <div ref={box} className={classes.summary} role="alert" aria-labelledby="summary" tabIndex={-1}>
      <h3 id="summary">{t('summary', { count: entries.length })}</h3>
      <ul>
        {entries.map(([field, fault]) => {
          const label = labelOf(field)
          return (
            <li key={field}>
              <button type="button" onClick={() => focusField(field)}>
                {label}
              </button>
              {/* A question has its own end. */}
              {/[?!:.…]$/.test(label) ? ' ' : ': '}
              <FaultText fault={fault} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function focusField(field: string) {
  const frames = [...document.querySelectorAll<HTMLElement>('[data-field]')]
  const frame = frames.find(({ dataset }) => dataset.field === field)
  frame?.querySelector<HTMLElement>('input:enabled, textarea:enabled')?.focus()
}
