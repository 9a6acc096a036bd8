import { Group, Text } from '@mantine/core'
import { IconCalendar, IconMapPin, IconUserCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { smaller } from '~/lib/pictureSizes'
import classes from './EventCard.module.css'
import { GroupLine } from './GroupLine'
import { OwnerLine } from './OwnerLine'
import type { EventSummary } from './queries'
import { StatusBadge } from './StatusBadge'

/** The search parameters with which a list of guests opens. */
export type ListFilters = Record<string, string | undefined>

export type EventPath = '/participant-management/$eventId/$' | '/lucky-draw/$eventId'

interface EventCardProps {
  event: EventSummary
  to: EventPath
  /** The filters of the list that the link leads to. */
  filters?: ListFilters
}

/** One event to choose; the whole card is the link. */
export function EventCard({ event, to, filters }: EventCardProps) {
  const { t } = useTranslation()
  return (
    <article className={classes.card}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <img src={smaller(event.logo, 480)} alt="" className={classes.logo} />
        <div className={classes.head}>
          <h2 className={classes.title}>
            <Link to={to} params={{ eventId: event.id }} search={filters} className={classes.link}>
              {event.title}
            </Link>
          </h2>
          <Group gap="xs">
            <StatusBadge {...event} />
            <OwnerLine {...event} />
            <GroupLine {...event} />
          </Group>
        </div>
      </Group>
      <Text size="sm" className={classes.line}>
        <IconCalendar size={16} aria-hidden /> {formatDateTime(event.eventStartDate)}
      </Text>
      <Text size="sm" className={classes.line}>
        <IconMapPin size={16} aria-hidden /> {event.venueAddress}
      </Text>
      <Text size="sm" className={classes.line}>
        <IconUserCheck size={16} aria-hidden />
        {t('events.picker.counts', {
          registered: formatNumber(event.registeredCount),
          total: formatNumber(event.totalParticipants),
        })}
      </Text>
    </article>
  )
}
