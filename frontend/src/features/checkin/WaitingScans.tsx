import { Alert, Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '~/lib/dates'
import classes from './DoorScreen.module.css'
import { useWaiting } from './offlineScans'

interface WaitingScansProps {
  eventId: string
  onReplay: () => void
}

/** Queued scans. */
export function WaitingScans({ eventId, onReplay }: WaitingScansProps) {
  const { t } = useTranslation()
  const { scans } = useWaiting(eventId)
  if (scans.length === 0) return null
  return (
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
  )
}
