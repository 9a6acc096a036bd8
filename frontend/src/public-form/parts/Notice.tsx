import type { Language } from '~/lib/languages'
import { paletteStyle } from '~/lib/palette'
import { LOGIN } from '~/lib/paths'
import { isEmbedded } from '../embedded'
import { useTranslation } from '../translation'
import { Icon } from './Icon'
import { LanguageSwitch } from './LanguageSwitch'
import { PageTitle } from './PageTitle'
import classes from './page.module.css'

interface NoticeProps {
  kind: 'notFound' | 'noPage' | 'cancelled' | 'failed' | 'pageFailed' | 'login' | 'notYours'
  onRetry?: () => void
  onLanguageChange: (language: Language) => void
  children?: React.ReactNode
}

const ICONS = {
  notFound: 'calendar',
  noPage: 'calendar',
  cancelled: 'calendar',
  failed: 'alert',
  pageFailed: 'alert',
  login: 'ticket',
  notYours: 'ticket',
} as const satisfies Record<NoticeProps['kind'], string>

/** A page without an event or organiser: the reason, advice, and a way on. */
export function Notice({ kind, onRetry, onLanguageChange, children }: NoticeProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.notice} style={paletteStyle(null)}>
      <LanguageSwitch onChange={onLanguageChange} />
      <main>
        <Icon name={ICONS[kind]} />
        <PageTitle>{t(`notice.${kind}.title`)}</PageTitle>
        <div role={ICONS[kind] === 'alert' ? 'alert' : undefined}>
          <h1>{t(`notice.${kind}.title`)}</h1>
          <p>{t(`notice.${kind}.text`)}</p>
          {kind === 'cancelled' && <p>{t('notice.cancelled.money')}</p>}
          {kind === 'notFound' && <p>{t('notice.notFound.ticket')}</p>}
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
        {(kind === 'notFound' || kind === 'noPage' || kind === 'cancelled') && (
          <a className={kind === 'cancelled' ? classes.wayOn : classes.button} href="/">
            {t('notice.home')}
          </a>
        )}
      </main>
    </div>
  )
}
