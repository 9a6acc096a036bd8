import { Alert } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, call } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'

/** Milliseconds between two looks at whether mails leave. */
const POLL = 60_000

const mailHealthQuery = queryOptions({
  queryKey: ['health', 'mail'],
  queryFn: ({ signal }) => call(api.GET('/health/mail', { signal })),
  refetchInterval: POLL,
})

/** Tells administrators that no mail leaves, since when, and what the mail server says. */
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
