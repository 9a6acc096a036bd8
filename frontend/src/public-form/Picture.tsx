import { coverColours } from '~/lib/coverColours'
import type { PublicEvent } from './contract'
import classes from './page.module.css'

interface PictureProps {
  event: PublicEvent
  onColours: (colours: string[]) => void
}

/** The cover; without one the logo on the event's colours. */
export function Picture({ event, onColours }: PictureProps) {
  const { coverImage, logo } = event
  if (!coverImage)
    return (
      <div className={classes.poster}>
        <img src={logo} alt="" />
      </div>
    )
  return (
    <img
      className={classes.cover}
      src={coverImage}
      alt=""
      fetchPriority="high"
      onLoad={({ currentTarget }) => onColours(coverColours(currentTarget))}
    />
  )
}
