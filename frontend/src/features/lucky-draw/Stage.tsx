import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/money'
import { Confetti } from './Confetti'
import { fanfare, tick } from './drawSound'
import { Reel } from './Reel'
import classes from './Stage.module.css'
import { WHEEL_NAMES } from './turning'
import { type Turning, Wheel } from './Wheel'

export interface Shown {
  key: string
  name: string
  company?: string | null
  code?: string | null
  prize?: string | null
  image?: string | null
}

interface StageProps {
  names: readonly string[]
  /** How many take part; more than there are names when only some of them are shown. */
  total: number
  turning: Turning | null
  shown: Shown | null
  onLanded: () => void
  /** Below the winner: what to do next. */
  children?: ReactNode
}

/** The wheel, or the reel when there are more names than a wheel can carry; then the winner, as large as the hall. */
export function Stage({ names, total, turning, shown, onLanded, children }: StageProps) {
  const { t } = useTranslation()
  const fits = total <= WHEEL_NAMES && names.length <= WHEEL_NAMES
  const Turner = fits ? Wheel : Reel
  const land = () => {
    fanfare()
    onLanded()
  }
  return (
    <div className={classes.stage}>
      <div
        className={classes.turner}
        data-wheel={fits || undefined}
        data-behind={shown !== null || undefined}
      >
        <Turner names={names} turning={turning} onLanded={land} onTick={tick} />
        {!fits && (
          <p className={classes.glimpse}>
            {t('luckyDraw.stage.glimpse', { total: formatNumber(total), count: total })}
          </p>
        )}
      </div>
      <div className={classes.announcement} role="status">
        {turning && <VisuallyHidden>{t('luckyDraw.stage.turning')}</VisuallyHidden>}
        {shown && (
          <div key={shown.key} className={classes.winner}>
            {shown.image && <img src={shown.image} alt="" className={classes.prizeImage} />}
            <p className={classes.congratulations}>
              {shown.prize
                ? t('luckyDraw.stage.wins', { prize: shown.prize })
                : t('luckyDraw.stage.congratulations')}
            </p>
            <p className={classes.name}>{shown.name}</p>
            {shown.company && <p className={classes.company}>{shown.company}</p>}
            {shown.code && shown.code !== shown.name && <p className={classes.code}>{shown.code}</p>}
            {children}
          </div>
        )}
      </div>
      {shown && <Confetti key={shown.key} name={shown.key} />}
    </div>
  )
}
