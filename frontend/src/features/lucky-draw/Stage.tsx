import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { nameFit } from '~/components/nameFit'
import { formatNumber } from '~/lib/numbers'
import { Confetti } from './Confetti'
import { fanfare, tick } from './drawSound'
import { Reel } from './Reel'
import classes from './Stage.module.css'
import { WHEEL_NAMES } from './turning'
import { type Turning, Wheel } from './Wheel'

/** Characters of a name from which it needs three lines in full size. */
const LONG = 24

export interface Announcement {
  key: string
  name: string
  company?: string | null
  code?: string | null
  prize?: string | null
  image?: string | null
}

interface StageProps {
  names: readonly string[]
  /** The number of entries; more than `names` when only some of them are shown. */
  total: number
  turning: Turning | null
  announcement: Announcement | null
  onLanded: () => void
}

/** The wheel, or the reel when there are more names than a wheel can carry; then the winner, as large as the hall. */
export function Stage({ names, total, turning, announcement, onLanded }: StageProps) {
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
        data-behind={announcement !== null || undefined}
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
        {announcement && (
          <div key={announcement.key} className={classes.winner}>
            {announcement.image && <img src={announcement.image} alt="" className={classes.prizeImage} />}
            <p className={classes.congratulations}>
              {announcement.prize
                ? t('luckyDraw.stage.wins', { prize: announcement.prize })
                : t('luckyDraw.stage.congratulations')}
            </p>
            <p
              className={classes.name}
              style={nameFit(announcement.name)}
              data-long={announcement.name.length > LONG || undefined}
            >
              {announcement.name}
            </p>
            {announcement.company && <p className={classes.company}>{announcement.company}</p>}
            {announcement.code && announcement.code !== announcement.name && (
              <p className={classes.code}>{announcement.code}</p>
            )}
          </div>
        )}
      </div>
      {announcement && <Confetti key={announcement.key} name={announcement.key} />}
    </div>
  )
}
