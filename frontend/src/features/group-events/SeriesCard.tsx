import { Button, Collapse, Group, Text, Title } from '@mantine/core'
import { IconCalendarRepeat, IconChevronDown, IconListCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime, formatTime } from '~/lib/dates'
import { CourseDots } from './CourseDots'
import { type CallersGroup, callsRoll } from './caller'
import type { Card } from './cards'
import { CancelledRow, MeetingRow } from './MeetingRow'
import type { Registrant, RegistrationsOutcome, Series } from './queries'
import { RegisterForAll } from './RegisterForAll'
import { Registering } from './Registering'
import { RegistrationPill } from './RegistrationPill'
import classes from './SeriesCard.module.css'
import { SeriesMenu } from './SeriesMenu'
import { takesOnePress } from './seats'

interface SeriesCardProps {
  card: Extract<Card, { meetings: unknown }>
  group: CallersGroup
  registrant: Registrant | undefined
  /** The series as its leaders change it; absent for others and where no meeting is to come. */
  led?: Series
  onRefused?: (outcome: RegistrationsOutcome) => void
}

/** All meetings of a series in the list as one card: the line of its dots, what is next, and the rows on demand. */
export function SeriesCard({ card, group, registrant, led, onRefused }: SeriesCardProps) {
  const { t } = useTranslation()
  const rows = useId()
  const [isOpen, setOpen] = useState(false)
  const { course, meetings } = card
  const [first] = meetings
  const { title, venueAddress, eventStartDate, endDate } = first
  const times = [formatTime(eventStartDate), endDate && formatTime(endDate)].filter(Boolean).join(' – ')
  const isComing = !first.isOver && !first.isCancelled
  // One day where the next meeting is the last.
  const days = new Set([first, meetings.at(-1) ?? first].map((meeting) => formatDate(meeting.eventStartDate)))
  // The list of coming events leaves them out, but who planned to come looks for their day.
  const cancelled = isComing ? course.meetings.filter((day) => day.isCancelled && !day.isOver) : []
  const open = meetings.filter((event) => takesOnePress(event, registrant))
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <IconCalendarRepeat size={24} aria-hidden className={classes.icon} />
        <div className={classes.facts}>
          <Title order={2} fz="md">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {[times, venueAddress].join(' · ')}
          </Text>
          <Text size="sm">
            {isComing
              ? t('groupEvents.series.coming', { count: meetings.length, days: [...days].join(' – ') })
              : t('groupEvents.series.held', { count: meetings.length })}
          </Text>
        </div>
        {led && !group.isArchived && <SeriesMenu groupId={group.groupId} series={led} />}
      </div>
      <CourseDots course={course} title={title} />
      <div className={classes.foot}>
        <Button
          variant="subtle"
          px="xs"
          aria-expanded={isOpen}
          aria-controls={rows}
          rightSection={
            <IconChevronDown size={16} className={classes.chevron} data-open={isOpen || undefined} />
          }
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'groupEvents.series.fewer' : 'groupEvents.series.each')}
        </Button>
        {isComing && (
          <Group gap="xs" className={classes.actions}>
            {open.length === 0 && <RegistrationPill {...first} />}
            {callsRoll(group) && (
              <Button
                variant="default"
                leftSection={<IconListCheck size={16} />}
                aria-label={t('groupEvents.rollCallNamed', { title, date: formatDate(eventStartDate) })}
                renderRoot={(props) => (
                  <Link
                    to="/my-group/$groupId/roll-call/$eventId"
                    params={{ groupId: group.groupId, eventId: first.id }}
                    {...props}
                  />
                )}
              >
                {t('groupEvents.rollCall')}
              </Button>
            )}
            {registrant && onRefused && open.length > 1 ? (
              <RegisterForAll meetings={open} registrant={registrant} onRefused={onRefused} />
            ) : (
              <Registering
                event={open[0] ?? first}
                group={group}
                registrant={registrant}
                name={t('groupEvents.meetingNamed', {
                  title,
                  date: formatDateTime((open[0] ?? first).eventStartDate),
                })}
              />
            )}
          </Group>
        )}
      </div>
      <Collapse expanded={isOpen} id={rows}>
        <ul className={classes.rows} aria-label={t('groupEvents.series.meetingsOf', { title })}>
          {isOpen &&
            [...meetings, ...cancelled]
              .toSorted((one, other) => one.eventStartDate.localeCompare(other.eventStartDate))
              .map((event) =>
                'title' in event ? (
                  <MeetingRow
                    key={event.id}
                    event={event}
                    group={group}
                    registrant={registrant}
                    usual={{ title, venueAddress }}
                  />
                ) : (
                  <CancelledRow key={event.id} {...event} />
                ),
              )}
        </ul>
      </Collapse>
    </li>
  )
}
