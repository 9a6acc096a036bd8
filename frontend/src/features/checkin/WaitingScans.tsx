import { Alert, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '~/lib/dates'
import classes from './DoorScreen.module.css'
import { dismissConflicts, useWaiting } from './offlineScans'

interface WaitingScansProps {
  eventId: string
  onReplay: () => void
}

/** Queued scans, and those that the server refused after the person was let in. */
export function WaitingScans({ eventId, onReplay }: WaitingScansProps) {
  const { t } = useTranslation()
  const { scans, conflicts } = useWaiting(eventId)
  return (
    <>
      {scans.length > 0 && (
        <Alert
          color="blue"
          icon={<IconClockPause />}
          title={t('checkin.waiting.title', { count: scans.length })}
          role="status"
        >
          <p className={classes.plain}>{t('checkin.waiting.description')}</p>
          <ul className={classes.codes}>
            {scans.slice(-5).map(({ nonce, code, occurredAt }) => (
              <li key={nonce}>
                {formatTime(occurredAt)} · {code}
              </li>
            ))}
          </ul>
          <Button variant="default" size="xs" mt="xs" onClick={onReplay}>
            {t('checkin.waiting.send')}
          </Button>
        </Alert>
      )}
      {conflicts.length > 0 && (
        <Alert
          color="red"
          icon={<IconAlertTriangle />}
          title={t('checkin.conflicts.title', { count: conflicts.length })}
        >
          <ul className={classes.codes}>
            {conflicts.map(({ nonce, code, name, occurredAt, messages }) => (
              <li key={nonce}>
                <strong>
                  {formatTime(occurredAt)} · {name ?? code}
                </strong>
                <br />
                {messages.join(' ') || t('checkin.word.failed')}
              </li>
            ))}
          </ul>
          <Group mt="xs">
            <Button variant="default" size="xs" onClick={() => dismissConflicts(eventId)}>
              {t('checkin.conflicts.dismiss')}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}
