import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toastError } from '~/components/toast'
import { useRight } from '~/features/events/eventRights'
import { eventLogKey } from '~/features/events/queries'
import { api, call } from '~/lib/api'
import { historyQuery } from '../queries'

const DOTS = '••••'

/** Stands for a sensitive answer in a list. */
export function Masked() {
  const { t } = useTranslation()
  return (
    <Text component="span" inherit c="dimmed" role="img" aria-label={t('participants.sensitive.hidden')}>
      {DOTS}
    </Text>
  )
}

interface SensitiveAnswerProps {
  eventId: string
  participantId: string
  questionId: string
  question: string
}

/** A sensitive answer, hidden until the user asks for it; the server logs each look. */
export function SensitiveAnswer({ eventId, participantId, questionId, question }: SensitiveAnswerProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const mayLook = useRight(eventId, 'personalData')
  const look = useMutation({
    mutationFn: () =>
      call(
        api.POST('/event/{eventId}/attendances/{id}/answer', {
          params: { path: { eventId, id: participantId } },
          body: { questionId },
        }),
      ),
    // Nothing of it stays in memory once it is hidden.
    gcTime: 0,
    onError: toastError,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: eventLogKey(eventId) })
      void queryClient.invalidateQueries({ queryKey: historyQuery(eventId, participantId).queryKey })
    },
  })
  const shown = look.data?.answer
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
      {shown === undefined ? <Masked /> : <span>{[shown].flat().join('\n')}</span>}
      {!mayLook ? null : shown === undefined ? (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={look.isPending}
          aria-label={t('participants.sensitive.showOf', { question })}
          title={t('participants.sensitive.logged')}
          onClick={() => look.mutate()}
        >
          {t('participants.sensitive.show')}
        </Button>
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('participants.sensitive.hideOf', { question })}
          onClick={look.reset}
        >
          {t('participants.sensitive.hide')}
        </Button>
      )}
    </Group>
  )
}
