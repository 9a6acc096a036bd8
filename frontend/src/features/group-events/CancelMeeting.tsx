import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { FormModal } from '~/components/FormModal'
import { CancelModal } from '~/features/events/lateDialogs'
import { eventQuery } from '~/features/events/queries'

interface CancelMeetingProps {
  id: string
  opened: boolean
  onClose: () => void
}

/** Cancels one meeting as the settings of its event do, with the number of its people, which the group's list lacks. */
export function CancelMeeting({ id, opened, onClose }: CancelMeetingProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ ...eventQuery(id), enabled: opened })
  return data ? (
    <CancelModal event={data} opened={opened} onClose={onClose} onCancelled={onClose} />
  ) : (
    <FormModal opened={opened && error !== null} onClose={onClose} title={t('events.cancel.title')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
    </FormModal>
  )
}
