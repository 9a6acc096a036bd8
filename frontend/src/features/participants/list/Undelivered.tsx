import { Alert, Button, Text } from '@mantine/core'
import { IconMailX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import classes from '../details/ParticipantFacts.module.css'
import { undeliveredQuery } from '../queries'

/**
 * Participants whose mail could not be delivered, the reason, and a button to send it again. Empty if there are none.
 */
export function Undelivered({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data } = useQuery(undeliveredQuery(eventId))
  const resend = useMutation({
    mutationFn: () =>
      answer(api.POST('/event/{eventId}/attendances/undelivered/resend', { params: { path: { eventId } } })),
    onSuccess: ({ messages }) => toast.success(messages),
    onSettled: () => void refreshEvent(queryClient, eventId),
  })
  if (!data?.total) return null
  const more = data.total - data.items.length
  return (
    <Alert
      color="marigold"
      mb="md"
      icon={<IconMailX />}
      title={t('participants.undelivered.title', { count: data.total })}
    >
      <ul className={classes.conflicts}>
        {data.items.map(({ attendanceId, fullName, email, kind, reason }) => (
          <li key={`${attendanceId} ${kind}`}>
            <strong>{fullName}</strong>
            {` (${email}) – ${t(`participants.undelivered.kind.${kind}`)}: `}
            {t(`participants.undelivered.reason.${reason}`)}
          </li>
        ))}
      </ul>
      {more > 0 && <Text size="sm">{t('participants.undelivered.more', { count: more })}</Text>}
      <Button
        mt="sm"
        size="compact-sm"
        variant="default"
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {t('participants.undelivered.resend')}
      </Button>
    </Alert>
  )
}
