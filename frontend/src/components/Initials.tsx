import { textOn } from '~/lib/contrast'
import { initialsOf } from '~/lib/initials'
import classes from './Initials.module.css'

/** The picture that is drawn for a thing without one, while its name is typed beside it. */
export function Initials({ name, ground }: { name: string; ground: string }) {
  return (
    <span
      className={classes.initials}
      style={{ background: ground, color: textOn(ground).colour }}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  )
}
