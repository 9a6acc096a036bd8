import { IconCheck } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './SwipeRow.module.css'
import { useSwipe } from './useSwipe'

interface SwipeRowProps extends ComponentProps<'li'> {
  /** Says what drawing the row does. Buttons in the row do the same for those who cannot draw. */
  label: string
  /** Without it the row stays where it is. */
  onSwipe: (() => void) | undefined
}

/** A row of a list that a finger draws to the right, which uncovers what that means; up and down it scrolls. */
export function SwipeRow({ label, onSwipe, className = '', children, ...row }: SwipeRowProps) {
  const swipe = useSwipe(() => onSwipe?.())
  return (
    <li
      {...row}
      {...(onSwipe && swipe)}
      className={onSwipe ? `${className} ${classes.row}` : className}
      data-swipes={onSwipe && true}
    >
      {onSwipe && (
        <span className={classes.uncovered} aria-hidden>
          <IconCheck size={20} />
          {label}
        </span>
      )}
      {children}
    </li>
  )
}
