import { isEmailAddress, isLongEnoughPhone, isNumber, withoutSeparators } from '~/lib/fieldLengths'
import { formatPhone } from '~/lib/phone'
import { smaller } from '~/lib/pictureSizes'
import type { PublicEvent } from '../contract'
import classes from '../parts/page.module.css'
import { AddToCalendar } from '../ticket/AddToCalendar'
import { useTranslation } from '../translation'
import { ShareEvent } from './ShareEvent'

interface HostProps {
  event: PublicEvent
  /** The event lies ahead, so that a calendar has use for it. */
  isAhead: boolean
  /** The visitor's invitation code; may be empty. */
  code: string
}

/** The host and their contact, and the actions on the page before registering. */
export function Host({ event, isAhead, code }: HostProps) {
  const { t } = useTranslation()
  const { logo, coverImage, hostName, hostContact } = event
  const hasLogo = coverImage !== null && coverImage !== undefined
  return (
    <aside className={classes.host} aria-label={t('host.title')}>
      {(hasLogo || hostName || hostContact) && (
        <div className={classes.who}>
          {hasLogo && <img src={smaller(logo, 480)} alt="" />}
          {(hostName || hostContact) && (
            <div>
              <small>{t('host.title')}</small>
              {hostName && <p className={classes.name}>{hostName}</p>}
              {hostContact && <Contact text={hostContact} />}
            </div>
          )}
        </div>
      )}
      <div className={classes.tools}>
        <ShareEvent event={event} />
        {isAhead && <AddToCalendar event={event} code={code} />}
      </div>
    </aside>
  )
}

/** The contact as a link where it is an address of some kind. */
export function Contact({ text }: { text: string }) {
  const address = addressOf(text)
  return (
    <p>
      {address ? (
        <a href={address} rel="noopener noreferrer nofollow">
          {formatPhone(text)}
        </a>
      ) : (
        text
      )}
    </p>
  )
}

/** The link of the contact; null where it cannot be known. */
export function addressOf(text: string): string | null {
  if (isEmailAddress(text)) return `mailto:${text}`
  if (isNumber(text) && isLongEnoughPhone(text)) return `tel:${withoutSeparators(text)}`
  if (/^https?:\/\/\S+$/i.test(text)) return text
  return /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(text) ? `https://${text}` : null
}
