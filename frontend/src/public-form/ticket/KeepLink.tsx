import { ownPagePath } from '~/lib/paths'
import classes from '../own-page/own.module.css'
import { CopyButton } from '../parts/CopyButton'
import { useTranslation } from '../translation'
import type { IssuedTicket } from './issuedTicket'

/** The link to the registration, for visitors without the mail. */
export function KeepLink({ ticket }: { ticket: IssuedTicket }) {
  const { t } = useTranslation()
  const path = ownPagePath(ticket.event.id, ticket.ownKey ?? '')
  return (
    <section className={classes.keep} aria-labelledby="keep">
      <h2 id="keep">{t('own.keep.title')}</h2>
      <p>{t(ticket.canChange ? 'own.keep.text' : 'own.keep.lookText')}</p>
      <div className={classes.buttons}>
        <a className={classes.link} href={path}>
          {t('own.keep.open')}
        </a>
        <CopyButton text={`${location.origin}${path}`} label={t('own.keep.link')} />
      </div>
    </section>
  )
}
