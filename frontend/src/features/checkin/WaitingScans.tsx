import { Alert, Button } from '@mantine/core'
import { IconClockPause, IconDatabaseOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '~/lib/dates'
import { keepsText } from '~/lib/storage'
import classes from './DoorScreen.module.css'
import { useWaiting } from './offlineScans'

interface WaitingScansProps {
  eventId: string
  onReplay: () => void
}

/** Queued scans, or that this device cannot keep any. */
export function WaitingScans({ eventId, onReplay }: WaitingScansProps) {
  const { t } = useTranslation()
  const { scans } = useWaiting(eventId)
  const [canKeep] = useState(() => keepsText('localStorage'))
  if (!canKeep) {
    return (
      <Alert color="marigold" icon={<IconDatabaseOff />} title={t('checkin.notKept.title')} role="status">
        {t('checkin.notKept.description')}
      </Alert>
    )
  }
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
