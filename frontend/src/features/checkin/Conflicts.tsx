import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '~/features/participants/details/ParticipantFacts.module.css'
import { formatTime } from '~/lib/dates'
import { conflictsQuery } from './queries'

/** Tickets that let more than one person in, with device and time. Empty if there are none or they cannot be loaded. */
export function Conflicts({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const conflicts = useQuery(conflictsQuery(eventId)).data ?? []
  if (conflicts.length === 0) return null
  return (
    <Alert
      color="red"
      mb="md"
      icon={<IconAlertTriangle />}
      title={t('checkin.usedTwice.title', { count: conflicts.length })}
    >
      {t('checkin.usedTwice.description')}
      <ul className={classes.conflicts}>
        {conflicts.map(({ person, entries }) => (
          <li key={person.attendanceId}>
            <strong>{person.fullName}</strong>
            {' – '}
            {t('checkin.usedTwice.entries', {
              count: entries.length,
              entries: entries
                .map(({ time, device }) => [formatTime(time), device].filter(Boolean).join(' '))
                .join(', '),
            })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
