import { Alert } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '~/lib/dates'
import { mailHealthQuery } from './queries'

/** Tells administrators that mails cannot be sent, since when, and the mail server's error. */
export function MailOutage() {
  const { t } = useTranslation()
  const { data } = useQuery(mailHealthQuery)
  if (!data?.pausedSince) return null
  return (
    <Alert
      color="red"
      mb="md"
      role="alert"
      icon={<IconMailOff />}
      title={t('shell.mailOutage.title', { since: formatDateTime(data.pausedSince) })}
    >
      {t('shell.mailOutage.description', { reason: data.reason })}
    </Alert>
  )
}
