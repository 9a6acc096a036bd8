import { coverColours } from '~/lib/coverColours'
import { sized, smaller } from '~/lib/pictureSizes'
import type { PublicEvent } from '../contract'
import classes from '../parts/page.module.css'

/** The width of the cover. The head of the page says the same: `COVER_SIZES` in `events/public_page.rs`. */
const COVER_SIZES = '(min-width: 1024px) 516px, 100vw'

interface PictureProps {
  event: PublicEvent
  onColours: (colours: string[]) => void
}

/** The cover; without one the logo on the event's colours. */
export function Picture({ event, onColours }: PictureProps) {
  const { coverImage, coverPreview, logo } = event
  if (!coverImage)
    return (
      <div className={classes.poster}>
        <img src={smaller(logo, 480)} alt="" />
      </div>
    )
  return (
    <img
      className={classes.cover}
      {...sized(coverImage, COVER_SIZES)}
      alt=""
      style={coverPreview ? { backgroundImage: `url("${coverPreview}")` } : undefined}
      fetchPriority="high"
      onLoad={({ currentTarget }) => onColours(coverColours(currentTarget))}
    />
  )
}
