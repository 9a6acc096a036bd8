import { useState } from 'react'
import { shortPath } from '~/lib/paths'
import { qrPicture } from '~/lib/qrPicture'
import { facebookLink, zaloLink } from '~/lib/shareLinks'
import type { PublicEvent } from '../contract'
import { CopyButton } from '../parts/CopyButton'
import { Icon } from '../parts/Icon'
import ticketClasses from '../ticket/ticket.module.css'
import { useTranslation } from '../translation'
import classes from './share.module.css'

/** Ways to pass the page on. Nothing is loaded from other services: they are links. */
export function ShareEvent({ event }: { event: Pick<PublicEvent, 'id' | 'slug' | 'title'> }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const address = sharedAddress(event, location.origin)
  const canShare = typeof navigator.share === 'function'

  return (
    <details className={classes.share} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={ticketClasses.action}>
        <Icon name="share" />
        {t('share.title')}
      </summary>
      <div className={classes.sheet}>
        {isOpen && <img src={qrPicture(address)} alt={t('share.qr')} width="160" height="160" />}
        <div className={classes.ways}>
          <p className={classes.address}>{address.replace(/^https?:\/\//, '')}</p>
          <div className={classes.buttons}>
            <CopyButton text={address} label={t('share.link')} />
            <a
              className={ticketClasses.copy}
              href={zaloLink(address)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Zalo
            </a>
            <a
              className={ticketClasses.copy}
              href={facebookLink(address)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Facebook
            </a>
            {canShare && (
              <button
                type="button"
                className={ticketClasses.copy}
                // Stopping half-way needs no answer.
                onClick={() =>
                  void navigator.share({ title: event.title, url: address }).catch(() => undefined)
                }
              >
                {t('share.others')}
              </button>
            )}
          </div>
        </div>
      </div>
    </details>
  )
}

/** The page's shortest address, without an invitation code: that is the visitor's own. */
export const sharedAddress = (event: Pick<PublicEvent, 'id' | 'slug'>, origin: string) =>
  origin + shortPath(event)
