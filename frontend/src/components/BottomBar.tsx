import classes from './BottomBar.module.css'

/** The buttons of a long form, always in sight at the bottom of the screen. */
export const BottomBar = ({ children }: { children: React.ReactNode }) => (
  <div className={classes.bar}>{children}</div>
)
