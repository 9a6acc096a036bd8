import type { Language } from '~/lib/languages'
import { ownPagePath } from '~/lib/paths'
import { Countdown } from './Countdown'
import type { PublicEvent } from './contract'
import classes from './cover.module.css'
import { Icon } from './Icon'
import { LanguageSwitch } from './LanguageSwitch'
import { type Translation, useTranslation } from './translation'

export type CoverState = PublicEvent['formType'] | 'full'

interface CoverProps {
  event: PublicEvent
  state: CoverState
  onOpening: () => void
  onCheckAgain: () => void
  onLanguageChange: (language: Language) => void
}

/** The cover: title, time, place, price and the main button. */
export function Cover({ event, state, onOpening, onCheckAgain, onLanguageChange }: CoverProps) {
  const translation = useTranslation()
  const { t, hours, longDate } = translation
  return (
    <header className={classes.cover} data-image={event.coverImage ? true : undefined}>
      {event.coverImage && <img className={classes.image} src={event.coverImage} alt="" />}
      <div className={classes.bar}>
        <img className={classes.logo} src={event.logo} alt="" />
        <LanguageSwitch onChange={onLanguageChange} />
      </div>
      <div className={classes.heading}>
        <p className={classes.status}>{t(`status.${state}`)}</p>
        <h1>{event.title}</h1>
        <dl className={classes.facts}>
          <div>
            <Icon name="calendar" />
            <dt className="hidden">{t('facts.date')}</dt>
            <dd>
              <p className={classes.day}>{longDate(event.eventStartDate)}</p>
              <small>{hours(event.eventStartDate, event.endDate)}</small>
            </dd>
          </div>
          <div>
            <Icon name="pin" />
            <dt className="hidden">{t('facts.place')}</dt>
            <dd>{event.venueAddress}</dd>
          </div>
          <div>
            <Icon name="ticket" />
            <dt className="hidden">{t('facts.price')}</dt>
            <dd>
              {priceOf(event, translation)}
              {event.turnOffPayment && event.tickets.some(({ price }) => price > 0) && (
                <>
                  {' '}
                  <small>{t('price.elsewhere')}</small>
                </>
              )}
            </dd>
          </div>
        </dl>
        {state === 'open' && (
          <a className={classes.button} href="#register">
            {t('register')}
          </a>
        )}
        {state === 'upcoming' && <Countdown openingDate={event.openRegistrationDate} onOpening={onOpening} />}
        {state === 'closed' && (
          <p className={classes.closed}>{t(event.sendEmailAfterRegister ? 'closed' : 'closedNoMail')}</p>
        )}
        {state === 'full' && (
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
      </div>
    </header>
  )
}

/** One price, or where the prices begin; of classes that can still be had, if there are any. */
function priceOf({ tickets }: PublicEvent, { t, money }: Translation): string {
  const offered = tickets.filter(({ soldOut }) => !soldOut)
  const prices = (offered.length > 0 ? offered : tickets).map(({ price }) => price)
  const lowest = Math.min(...prices)
  const highest = Math.max(...prices)
  if (prices.length === 0 || highest === 0) return t('price.free')
  if (lowest === highest) return money(lowest)
  return lowest === 0
    ? t('price.fromFree', { price: money(highest) })
    : t('price.from', { price: money(lowest) })
}
