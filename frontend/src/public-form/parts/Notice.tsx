import type { Language } from '~/lib/languages'
import { paletteStyle } from '~/lib/palette'
import { LOGIN } from '~/lib/paths'
import { isEmbedded } from '../embedded'
import { useTranslation } from '../translation'
import { LanguageSwitch } from './LanguageSwitch'
import classes from './page.module.css'

interface NoticeProps {
  kind: 'notFound' | 'cancelled' | 'failed' | 'login' | 'notYours'
  onRetry?: () => void
  onLanguageChange: (language: Language) => void
  children?: React.ReactNode
}

/** A page without an event: the reason, and advice. */
export function Notice({ kind, onRetry, onLanguageChange, children }: NoticeProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.notice} style={paletteStyle(null)}>
      <LanguageSwitch onChange={onLanguageChange} />
      <main>
        <title>{t(`notice.${kind}.title`)}</title>
        <div role={kind === 'failed' ? 'alert' : undefined}>
          <h1>{t(`notice.${kind}.title`)}</h1>
          <p>{t(`notice.${kind}.text`)}</p>
          {kind === 'cancelled' && <p>{t('notice.cancelled.money')}</p>}
        </div>
        {onRetry && (
          <button type="button" className={classes.button} onClick={onRetry}>
            {t('notice.retry')}
          </button>
        )}
        {kind === 'login' && (
          <a className={classes.button} href={LOGIN} target={isEmbedded() ? '_blank' : '_top'}>
            {t('notice.login.action')}
          </a>
        )}
        {children}
      </main>
    </div>
  )
}
