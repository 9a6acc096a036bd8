import { LOGIN } from '~/lib/paths'
import type { PublicEvent } from '../contract'
import { isEmbedded } from '../embedded'
import classes from '../fields/form.module.css'
import { useTranslation } from '../translation'

interface MembersOnlyProps {
  event: Pick<PublicEvent, 'groupName' | 'takesInvitationCodes'>
  /** The visitor has an invitation code. */
  onCode: () => void
}

/** In place of the form, for visitors who are not logged in as a member of the event's group. */
export function MembersOnly({ event, onCode }: MembersOnlyProps) {
  const { t } = useTranslation()
  const { groupName, takesInvitationCodes } = event
  return (
    <section id="register" tabIndex={-1} className={classes.form} aria-labelledby="register-title">
      <h2 id="register-title">{t('membersOnly.title')}</h2>
      <div className={classes.all}>
        <p>{groupName ? t('membersOnly.ofGroup', { group: groupName }) : t('membersOnly.text')}</p>
        <a className={classes.button} href={LOGIN} target={isEmbedded() ? '_blank' : '_top'}>
          {t('membersOnly.login')}
        </a>
        {takesInvitationCodes && (
          <button type="button" className={classes.quiet} onClick={onCode}>
            {t('invitation.ask')}
          </button>
        )}
      </div>
    </section>
  )
}
