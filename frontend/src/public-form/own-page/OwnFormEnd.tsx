import formClasses from '../fields/form.module.css'
import { useTranslation } from '../translation'
import classes from './own.module.css'

interface OwnFormEndProps {
  /** Why the server refused the form; empty before it has. */
  problems: readonly string[]
  isSending: boolean
  onDiscard: () => void
}

/** The end of a form on a visitor's own page: errors, saving and discarding. */
export function OwnFormEnd({ problems, isSending, onDiscard }: OwnFormEndProps) {
  const { t } = useTranslation()
  return (
    <div className={formClasses.submit}>
      <div role="alert">
        {problems.length > 0 && (
          <div className={formClasses.problem}>
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </div>
        )}
      </div>
      <div className={classes.buttons}>
        <button type="submit" className={formClasses.button} aria-disabled={isSending} aria-busy={isSending}>
          {t(isSending ? 'sending' : 'own.save')}
        </button>
        <button type="button" className={classes.link} disabled={isSending} onClick={onDiscard}>
          {t('own.discard')}
        </button>
      </div>
    </div>
  )
}
