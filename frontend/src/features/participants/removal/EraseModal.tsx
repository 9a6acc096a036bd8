import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TypedNameModal } from '~/components/TypedNameModal'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import { formatMoney } from '~/lib/numbers'
import type { Participant } from '../queries'

interface EraseModalProps {
  eventId: string
  participant: Participant
  onClose: () => void
}

/** Erases the personal data of a participant for good, after their name was typed. */
export function EraseModal({ eventId, participant, onClose }: EraseModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, fullName, updatedAt, received } = participant
  return (
    <TypedNameModal
      title={t('participants.erase.title', { name: fullName })}
      fullName={fullName}
      label={t('participants.erase.type', { name: fullName })}
      wrong={t('participants.erase.wrong')}
      action={t('participants.erase.action')}
      send={() =>
        answer(
          api.POST('/event/{eventId}/attendances/{id}/erase', {
            params: { path: { eventId, id } },
            body: { fullName, updatedAt },
          }),
        )
      }
      done={t('participants.erase.done')}
      onSettled={() => void refreshEvent(queryClient, eventId)}
      onClose={onClose}
    >
      <Text>{t('participants.erase.what')}</Text>
      <Text>{t('participants.erase.stays')}</Text>
      {received > 0 && <Text>{t('participants.erase.money', { amount: formatMoney(received) })}</Text>}
      <Text fw={500}>{t('participants.remove.final')}</Text>
    </TypedNameModal>
  )
}
