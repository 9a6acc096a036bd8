import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconBan, IconCalendarEvent, IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import classes from './EventCounts.module.css'
import type { EventList } from './queries'
import type { ListedState } from './search'

const CHOICES = [
  { key: 'total', status: undefined, Glyph: IconCalendarEvent },
  { key: 'open', status: 'open', Glyph: IconCircleCheck },
  { key: 'upcoming', status: 'upcoming', Glyph: IconClock },
  { key: 'closed', status: 'closed', Glyph: IconLock },
  { key: 'cancelled', status: 'cancelled', Glyph: IconBan },
] as const

interface EventCountsProps {
  counts: EventList['counts'] | undefined
  status: ListedState | undefined
  onChange: (status: ListedState | undefined) => void
}

/** The number of events in each state; a click filters by the state. */
export function EventCounts({ counts, status, onChange }: EventCountsProps) {
  const { t } = useTranslation()
  // Most organisers never cancel an event.
  const choices = CHOICES.filter(({ key }) => key !== 'cancelled' || key === status || counts?.cancelled)
  return (
    <fieldset className={classes.chips} aria-label={t('events.list.filter')}>
      {choices.map(({ key, status: filter, Glyph }) => (
        <UnstyledButton
          key={key}
          className={classes.chip}
          data-status={key}
          aria-pressed={filter === status}
          onClick={() => onChange(filter)}
        >
          <Glyph size={18} aria-hidden />
          {t(`events.list.count.${key}`)}
          {counts ? (
            <Text component="span" fw={600}>
              {formatNumber(counts[key])}
            </Text>
          ) : (
            <Skeleton height={16} width={16} component="span" display="block" />
          )}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}
