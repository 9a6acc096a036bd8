import { IconDeviceMobile } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draw, Prize } from './queries'
import classes from './RemoteStage.module.css'
import type { Choice } from './remotes'
import type { Announcement } from './Stage'
import { useSpin } from './useSpin'

/** Milliseconds of shaking and of rest when there is a winner. */
const RESULT = [120, 80, 320]

interface RemoteStageProps {
  draw: Draw
  /** The prize that is drawn next; absent for a draw without one. */
  prize?: Prize
  /** Names the turn of the big screen's wheel; null while it stands. */
  turning: string | null
  announcement: (Announcement & { fullName?: string }) | null
  /** There were as many remotes already as may be. */
  isFull: boolean
  /** The win whose announcement is over. */
  dismissed: string | null
  /** Tells the big screen what is chosen here. */
  tell: (choice: Choice) => void
  onLanded: () => void
}

/** The words for what the big screen shows, on the phone of the person who carries the draw out. */
export function RemoteStage(props: RemoteStageProps) {
  const { draw, prize, turning, announcement, isFull, dismissed, tell, onLanded } = props
  const { t } = useTranslation()
  const prizeId = prize?.id ?? null
  useEffect(() => tell({ prizeId, dismissed }), [tell, prizeId, dismissed])
  useSpin({
    key: turning,
    isWatched: true,
    paint: () => undefined,
    onLanded: () => {
      if ('vibrate' in navigator) navigator.vibrate(RESULT)
      onLanded()
    },
  })
  const facts = [
    announcement?.fullName === announcement?.name ? null : announcement?.fullName,
    announcement?.company,
  ].filter(Boolean)
  return (
    <div className={classes.remote}>
      <p className={classes.role}>
        <IconDeviceMobile size={18} aria-hidden /> {t('luckyDraw.remote.title')}
      </p>
      {isFull && <p role="alert">{t('luckyDraw.remote.full')}</p>}
      <div className={classes.state} role="status">
        {turning !== null ? (
          <p className={classes.name}>{t('luckyDraw.stage.turning')}</p>
        ) : announcement ? (
          <>
            <p>
              {announcement.prize
                ? t('luckyDraw.stage.wins', { prize: announcement.prize })
                : t('luckyDraw.stage.congratulations')}
            </p>
            <p className={classes.name}>{announcement.name}</p>
            {facts.length > 0 && <p>{facts.join(' · ')}</p>}
            {announcement.code && announcement.code !== announcement.name && <p>{announcement.code}</p>}
          </>
        ) : (
          <p className={classes.name}>
            {draw.total === 0
              ? t(`luckyDraw.empty.${draw.source}`)
              : prize
                ? t('luckyDraw.remote.readyFor', { prize: prize.name })
                : t('luckyDraw.remote.ready')}
          </p>
        )}
      </div>
    </div>
  )
}
