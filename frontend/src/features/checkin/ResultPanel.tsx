import { Button } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconArrowsExchange,
  IconCash,
  IconCheck,
  IconClock,
  IconClockPause,
  IconLinkOff,
  IconQuestionMark,
  IconTicketOff,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime, formatTime } from '~/lib/dates'
import { formatMoney } from '~/lib/numbers'
import { Greeting, SponsorLogos } from './Greeting'
import classes from './ResultPanel.module.css'
import type { ResultKind, ScanResult } from './scan'
import { type ScanOutcome, secondsShown } from './useDoor'
import type { Payer } from './useMarkPaid'

/** Green: in. Amber: in, but owes money. Red: stop. */
export type Tone = 'good' | 'warn' | 'bad'

export const TONE: Record<ResultKind, Tone> = {
  ok: 'good',
  unpaid: 'warn',
  already: 'bad',
  notFound: 'bad',
  cancelled: 'bad',
  wrongEvent: 'bad',
  notConfirmed: 'bad',
  notYetOpen: 'bad',
  queued: 'good',
  unpaired: 'bad',
  failed: 'bad',
}

export const GLYPH: Record<ResultKind, Icon> = {
  ok: IconCheck,
  unpaid: IconCash,
  already: IconArrowsExchange,
  notFound: IconQuestionMark,
  cancelled: IconTicketOff,
  wrongEvent: IconX,
  notConfirmed: IconX,
  notYetOpen: IconClock,
  queued: IconClockPause,
  unpaired: IconLinkOff,
  failed: IconAlertTriangle,
}

interface ResultPanelProps {
  outcome: ScanOutcome
  waitingTime: number
  sponsorLogos: string[]
  onDismiss: () => void
  /** Records that the amount due was handed over; for the event's owner, and devices with the right to serve guests. */
  onPaid?: (guest: Payer) => void
}

/** One result over the whole screen: colour, icon and word first, then the guest's name. */
export function ResultPanel({ outcome, waitingTime, sponsorLogos, onDismiss, onPaid }: ResultPanelProps) {
  const { t } = useTranslation()
  const { id, code, result } = outcome
  const { kind, person, amountDue, isConflict } = result
  const hasEntered = kind === 'ok' || kind === 'unpaid'
  const Glyph = GLYPH[kind]
  const word = t(`checkin.word.${kind}`)
  const seconds = secondsShown(result, waitingTime)
  const details = useDetails(result, code).filter((detail) => detail !== word)

  return (
    <section key={id} className={classes.panel} data-tone={TONE[kind]} aria-label={t('checkin.result')}>
      <button type="button" className={classes.dismiss} onClick={onDismiss} aria-label={t('checkin.next')} />
      <div className={classes.verdict} data-alone={person === null || undefined}>
        <span className={classes.mark}>
          <Glyph aria-hidden stroke={2.5} />
        </span>
        <p className={classes.word}>{word}</p>
      </div>
      {person && (
        <div className={classes.person}>
          <Greeting person={person} />
        </div>
      )}
      {!person && code && <p className={classes.code}>{code}</p>}
      {details.map((detail) => (
        <p key={detail} className={kind === 'unpaid' && amountDue ? classes.amount : classes.detail}>
          {detail}
        </p>
      ))}
      {isConflict && <p className={classes.detail}>{t('checkin.conflict')}</p>}
      {kind === 'unpaid' && person && amountDue !== null && onPaid && (
        <Button
          className={classes.action}
          size="lg"
          color="dark"
          leftSection={<IconCash size={20} />}
          onClick={() => onPaid({ ...person, amount: amountDue })}
        >
          {t('checkin.markPaid')}
        </Button>
      )}
      {hasEntered && <SponsorLogos logos={sponsorLogos} />}
      {seconds !== null && (
        <div className={classes.rest} style={{ animationDuration: `${seconds}s` }} aria-hidden />
      )}
    </section>
  )
}

/** The details below the result's word; none for a guest without problems. */
export function useDetails(
  { kind, messages, amountDue, firstEntry }: ScanResult,
  code: string | null,
): string[] {
  const { t } = useTranslation()
  switch (kind) {
    case 'ok':
      return []
    case 'unpaid':
      return amountDue
        ? [t('checkin.amountDue', { amount: formatMoney(amountDue) })]
        : [t('checkin.askOrganiser')]
    case 'already': {
      if (!firstEntry) return messages
      const time = momentOf(firstEntry.time)
      return [
        firstEntry.device
          ? t('checkin.firstEntryAt', { time, device: firstEntry.device })
          : t('checkin.firstEntry', { time }),
      ]
    }
    case 'notFound':
      return isSpoilt(code) ? [t('checkin.typingHint')] : messages
    case 'queued':
      return [t('checkin.queuedHint')]
    default:
      return messages.length > 0 ? messages : [t('checkin.failedHint')]
  }
}

/** Vietnamese input methods such as Unikey turn a scanner's keys into accented letters, which no code contains. */
const isSpoilt = (code: string | null) => code !== null && /[^\x20-\x7e]/.test(code)

/** The time only for today, otherwise date and time. */
const momentOf = (time: string) =>
  formatDate(time) === formatDate(Date.now()) ? formatTime(time) : formatDateTime(time)
