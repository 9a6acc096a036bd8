import { VisuallyHidden } from '@mantine/core'
import { IconCalendarOff, IconCheck, IconClock, IconUserShare, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './PresenceTable.module.css'
import type { Mark } from './queries'

const SIGNS = {
  present: IconCheck,
  late: IconClock,
  substituted: IconUserShare,
  excused: IconCalendarOff,
  absent: IconX,
}

interface OutcomeSignProps {
  outcome: Mark
  /** Says the outcome to screen readers; false where it stands beside the sign. */
  isNamed: boolean
}

/** The outcome of a meeting, as a sign whose shape tells it without its colour. */
export function OutcomeSign({ outcome, isNamed }: OutcomeSignProps) {
  const { t } = useTranslation()
  const Glyph = SIGNS[outcome]
  const name = t(`rollCall.outcome.${outcome}`)
  return (
    <span className={classes.sign} data-outcome={outcome} title={isNamed ? name : undefined}>
      <Glyph size={16} aria-hidden />
      {isNamed && <VisuallyHidden>{name}</VisuallyHidden>}
    </span>
  )
}
