import { useTranslation } from 'react-i18next'
import { PageHeader } from '~/components/PageHeader'
import { EventPicker } from '~/features/events/EventPicker'
import type { PageSearch } from '~/lib/pageSearch'
import type { HandedOnFilters } from '../listSearch'

interface EventPickerScreenProps {
  /** The values in the address. */
  search: PageSearch
  onSearch: (next: PageSearch, replace: boolean) => void
  /** The filters of the participants of whichever event is chosen. */
  filters: HandedOnFilters
}

/** Chooses the event whose participants to show. */
export function EventPickerScreen(props: EventPickerScreenProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('shell.menu./participant-management')}
        description={t('participants.picker.description')}
      />
      <EventPicker to="/participant-management/$eventId/$" {...props} />
    </>
  )
}
