import type { ReactNode } from 'react'
import classes from './InOrder.module.css'

/**
 * Parts below one another that load by themselves, all at the same time, and appear from the top: those after a part that
 * has the attribute `data-waiting`, or an element with it, wait for it, because its height is not known.
 */
export const InOrder = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={`${classes.parts} ${className ?? ''}`}>{children}</div>
)
