import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { FormModal } from '~/components/FormModal'
import { CancelModal } from '~/features/events/lateDialogs'
import { eventQuery } from '~/features/events/queries'

interface CancelMeetingProps {
  id: string
  onClose: () => void
}

/** Cancels one meeting as the settings of its event do, with the number of its people, which the group's list lacks. */
export function CancelMeeting({ id, onClose }: CancelMeetingProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(eventQuery(id))
  return data ? (
    <CancelModal event={data} opened onClose={onClose} onCancelled={onClose} />
  ) : (
    <FormModal opened={error !== null} onClose={onClose} title={t('events.cancel.title')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </FormModal>
  )
}
