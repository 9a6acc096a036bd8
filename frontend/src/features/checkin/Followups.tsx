import { Button } from '@mantine/core'
import { IconCash, IconCheck } from '@tabler/icons-react'
import { type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '~/lib/dates'
import classes from './Followups.module.css'
import { type Followup, settle, useWaiting } from './offlineScans'
import { GLYPH, TONE, useDetails } from './ResultPanel'
import type { ResultKind } from './scan'
import type { Payer } from './useMarkPaid'

interface FollowupsProps {
  eventId: string
  /** Records that the amount due was handed over; for the event's owner, and devices with the right to serve guests. */
  onPaid?: (guest: Payer) => void
}

/**
 * Guests who were checked in without a connection and need attention from the staff, one card after the other. They
 * stay on top, also after a reload, until each is confirmed.
 */
export function Followups({ eventId, onPaid }: FollowupsProps) {
  const { t } = useTranslation()
  const { followups } = useWaiting(eventId)
  const place = useRef<HTMLElement>(null)
  const [first] = followups
  const count = followups.length
  const confirm = ({ detail }: MouseEvent) => {
    // The second press of two was meant for the card before.
    if (!first || detail > 1) return
    settle(eventId, ({ nonce }) => nonce === first.nonce)
    place.current?.focus()
  }
  return (
    <section
      ref={place}
      tabIndex={-1}
      className={classes.place}
      aria-live="polite"
      aria-label={first && t('checkin.followups.title', { count })}
    >
      {first && (
        <div key={first.nonce} className={classes.card} data-tone={toneOf(first)}>
          <p className={classes.count}>{t('checkin.followups.title', { count })}</p>
          <Card followup={first} />
          <div className={classes.acts}>
            <PaidButton followup={first} onPaid={onPaid} />
            <Button variant="white" color="dark" leftSection={<IconCheck size={20} />} onClick={confirm}>
              {t('checkin.followups.confirm')}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}

/** In a conflict another guest entered with the same ticket, whichever of both scans arrived first. */
const kindOf = ({ result: { kind, isConflict } }: Followup): ResultKind => (isConflict ? 'already' : kind)
const toneOf = (followup: Followup) => TONE[kindOf(followup)]

function Card({ followup }: { followup: Followup }) {
  const { t } = useTranslation()
  const { code, occurredAt, result } = followup
  const { person, isConflict } = result
  const kind = kindOf(followup)
  const Glyph = GLYPH[kind]
  const word = t(`checkin.word.${kind}`)
  const details = useDetails(result, code).filter((detail) => detail !== word)
  const facts = [person?.ticketName, person?.company].filter(Boolean)
  return (
    <div className={classes.facts}>
      <p className={classes.word}>
        <Glyph size={28} aria-hidden stroke={2.5} />
        {word}
      </p>
      <p className={classes.name}>{person?.fullName ?? code}</p>
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {details.map((detail) => (
        <p key={detail} className={kind === 'unpaid' ? classes.due : undefined}>
          {detail}
        </p>
      ))}
      {isConflict && <p>{t('checkin.conflict')}</p>}
      <p>{t('checkin.followups.letIn', { time: formatTime(occurredAt) })}</p>
    </div>
  )
}

function PaidButton({ followup, onPaid }: { followup: Followup; onPaid?: (guest: Payer) => void }) {
  const { t } = useTranslation()
  const { kind, person, amountDue } = followup.result
  if (kind !== 'unpaid' || !person || amountDue === null || !onPaid) return null
  return (
    <Button
      color="dark"
      leftSection={<IconCash size={20} />}
      onClick={() => onPaid({ ...person, amount: amountDue })}
    >
      {t('checkin.markPaid')}
    </Button>
  )
}
