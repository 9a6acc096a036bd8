import type { ReactNode } from 'react'
import classes from './EventTicket.module.css'

export interface TicketFact {
  label: string
  value: ReactNode
  /** Whether it is shown largest, because it is read first. */
  isMain?: boolean
  /** Letters set apart, as in a code. */
  isCode?: boolean
}

interface EventTicketProps {
  /** Names the ticket for screen readers. */
  label: string
  /** The event's title. */
  title: string
  /** The address of the event's cover, above the title. */
  cover?: string | null | undefined
  /** Called with the cover when it can be seen. */
  onCover?: (cover: HTMLImageElement) => void
  /** Why it is not good for entry as it is. */
  notice?: ReactNode
  /** The QR code, or its replacement. */
  code: ReactNode
  /** Falsy facts are left out. */
  facts: readonly (TicketFact | false | '' | null | undefined)[]
  /** The actions on it. */
  children?: ReactNode
}

/**
 * The ticket of one guest, for the guest's page and the organiser's list. It takes its colours from custom properties:
 * `--ground` and `--on-ground` of the event, `--surface`, `--line`, `--soft`, `--shadow`
 * and, where it has a notice, `--note-ground` of the page; `--space` is its padding.
 */
export function EventTicket(props: EventTicketProps) {
  const { label, title, cover, onCover, notice, code, facts, children } = props
  return (
    <section className={classes.ticket} aria-label={label}>
      {cover && (
        <img
          className={classes.cover}
          src={cover}
          alt=""
          onLoad={({ currentTarget }) => onCover?.(currentTarget)}
        />
      )}
      <h2>{title}</h2>
      {notice && <p className={classes.notice}>{notice}</p>}
      {code}
      <dl className={classes.details}>
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact.label} data-main={fact.isMain || undefined} data-code={fact.isCode || undefined}>
                <dt>{fact.label}</dt>
                <dd>{fact.value}</dd>
              </div>
            ),
        )}
      </dl>
      {children}
    </section>
  )
}

interface TicketQrProps {
  /** The address of its picture. */
  qr: string
  alt: string
  /** The code in letters, in case it cannot be scanned. */
  code?: string | undefined
  note: string
}

export const TicketQr = ({ qr, alt, code, note }: TicketQrProps) => (
  <div className={classes.qr}>
    <img src={qr} alt={alt} width="280" height="280" />
    {code && <p className={classes.code}>{code}</p>}
    <p>{note}</p>
  </div>
)
