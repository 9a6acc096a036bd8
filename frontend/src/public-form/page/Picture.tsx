import { useEffect } from 'react'
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
  // From a few pixels: the whole cover would be decoded a second time for them, while the visitor waits.
  useEffect(() => {
    if (!coverPreview) return
    const preview = new Image()
    preview.onload = () => onColours(coverColours(preview))
    preview.src = coverPreview
  }, [coverPreview, onColours])
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
      onLoad={coverPreview ? undefined : ({ currentTarget }) => onColours(coverColours(currentTarget))}
    />
  )
}
