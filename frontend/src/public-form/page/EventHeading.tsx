import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { withKeptDashes } from '~/lib/dashes'
import { ownPagePath } from '~/lib/paths'
import type { PublicEvent } from '../contract'
import { isEmbedded } from '../embedded'
import { Icon } from '../parts/Icon'
import { useTranslation } from '../translation'
import classes from './heading.module.css'
import { NextEvents } from './NextEvents'
import { OpeningCountdown } from './OpeningCountdown'
import { priceOf } from './price'
import { RegisterLink } from './RegisterLink'
import { RemindMe } from './RemindMe'

export type EventState = PublicEvent['formType'] | 'full' | 'soldOut' | 'past'

interface EventHeadingProps {
  event: PublicEvent
  /** The visitor's invitation code; may be empty. */
  code: string
  state: EventState
  /** The participant whose invitation the visitor's link carries. */
  invitedBy: string | undefined
  button: Ref<HTMLAnchorElement>
  /** Leads back to the visitor's ticket, instead of what one does without one. */
  onTicket: (() => void) | undefined
  onOpening: () => void
  onCheckAgain: () => void
}

/** The introduction of the event: title, time, place, price, and the main button or why there is none. */
export function EventHeading(props: EventHeadingProps) {
  const { event, code, state, invitedBy, button, onTicket, onOpening, onCheckAgain } = props
  const translation = useTranslation()
  const { t, number, hours, longDate, day, monthName } = translation
  const { eventStartDate, venueAddress, seatsLeft } = event
  return (
    <header className={classes.heading}>
      {invitedBy && <p className={classes.invited}>{t('invitation.greeting', { name: invitedBy })}</p>}
      <p className={classes.status}>{t(state === 'soldOut' ? 'ticket.soldOut' : `status.${state}`)}</p>
      <h1>{withKeptDashes(event.title)}</h1>
      <dl className={classes.facts}>
        <div>
          <Tile>
            <small>{monthName(eventStartDate)}</small>
            <b>{day(eventStartDate)}</b>
          </Tile>
          <dt className="hidden">{t('facts.date')}</dt>
          <dd>
            <p className={classes.day}>{longDate(eventStartDate)}</p>
            <small>{hours(eventStartDate, event.endDate)}</small>
          </dd>
        </div>
        <div>
          <Tile>
            <Icon name="pin" />
          </Tile>
          <dt className="hidden">{t('facts.place')}</dt>
          <dd>
            <p>{venueAddress}</p>
            <a href={directionsTo(venueAddress)} target="_blank" rel="noopener noreferrer">
              {t('facts.directions')}
            </a>
          </dd>
        </div>
        {/* An event that took place is not for sale. */}
        {state !== 'past' && (
          <div>
            <Tile>
              <Icon name="ticket" />
            </Tile>
            <dt className="hidden">{t('facts.price')}</dt>
            <dd>
              <p>{priceOf(event, translation)}</p>
              {event.turnOffPayment && event.tickets.some(({ price }) => price > 0) && (
                <small>{t('price.elsewhere')}</small>
              )}
              {state === 'open' && seatsLeft !== null && seatsLeft > 0 && (
                <small>{t('facts.seats', { count: seatsLeft, number: number(seatsLeft) })}</small>
              )}
            </dd>
          </div>
        )}
      </dl>
      {onTicket && <TicketButton onPress={onTicket} />}
      {state === 'open' && !onTicket && <RegisterLink ref={button} isFirst />}
      {state === 'upcoming' && (
        <>
          <OpeningCountdown openingDate={event.openRegistrationDate} onOpening={onOpening} />
          <RemindMe event={event} code={code} />
        </>
      )}
      {state === 'closed' && !onTicket && (
        <p className={classes.closed}>{t(event.sendEmailAfterRegister ? 'closed' : 'closedNoMail')}</p>
      )}
      {state === 'past' && (
        <>
          <p className={classes.closed}>{t('past.thanks')}</p>
          {event.organiser && !isEmbedded() && <NextEvents organiser={event.organiser} />}
        </>
      )}
      {(state === 'full' || state === 'soldOut') && !onTicket && (
        <>
          <p className={classes.closed}>{t('full.text')}</p>
          <button type="button" className={classes.button} onClick={onCheckAgain}>
            {t('full.again')}
          </button>
        </>
      )}
      <a className={classes.find} href={ownPagePath(event.id)}>
        {t('find.title')}
      </a>
    </header>
  )
}

/** Takes the focus, which was on the link that led here. */
function TicketButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <button ref={button} type="button" className={classes.button} onClick={onPress}>
      {t('done.ticket')}
    </button>
  )
}

const Tile = ({ children }: { children: ReactNode }) => (
  <span className={classes.tile} aria-hidden>
    {children}
  </span>
)

/** A search in a map: nothing is loaded from there until the visitor goes. */
const directionsTo = (address: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`
