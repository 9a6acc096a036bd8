import { SimpleGrid, Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { AddEventButton } from '~/components/AddEventButton'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { Paging } from '~/components/Paging'
import { SearchField } from '~/components/SearchField'
import { useExistingPage } from '~/components/useExistingPage'
import type { PageSearch } from '~/lib/pageSearch'
import { isAtLimit } from '~/lib/planLimit'
import { EventCard } from './EventCard'
import { eventsQuery } from './queries'

const PAGE_SIZE = 12
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f']

interface EventPickerScreenProps {
  /** What the address says. */
  shown: PageSearch
  onShow: (next: PageSearch, replace: boolean) => void
}

/** Whose participants? Remembers nothing beyond its address, so that a wrong event is never opened by habit. */
export function EventPickerScreen({ shown, onShow }: EventPickerScreenProps) {
  const { t } = useTranslation()
  const { search, page = 1 } = shown
  const events = useQuery({
    ...eventsQuery({ search, limit: PAGE_SIZE, page }),
    placeholderData: keepPreviousData,
  })
  const show = (next: number, replace = false) =>
    onShow({ search, page: next > 1 ? next : undefined }, replace)
  useExistingPage(events, page, PAGE_SIZE, (last) => show(last, true))
  return (
    <>
      <PageHeader
        title={t('shell.menu./participant-management')}
        description={t('participants.picker.description')}
      />
      <SearchField
        label={t('participants.picker.search')}
        value={search ?? ''}
        onSearch={(text) => onShow({ search: text || undefined }, true)}
        maw={480}
        mb="lg"
      />
      <Results {...{ events, search, page }} onPage={show} />
    </>
  )
}

interface ResultsProps {
  events: UseQueryResult<components['schemas']['EventList']>
  search: string | undefined
  page: number
  onPage: (page: number) => void
}

function Results({ events, search, page, onPage }: ResultsProps) {
  const { t } = useTranslation()
  if (!events.data) {
    if (events.error) return <ErrorState error={events.error} onRetry={() => void events.refetch()} />
    return (
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} role="status" aria-label={t('common.table.loading')}>
        {PLACEHOLDERS.map((one) => (
          <Skeleton key={one} height={168} radius="md" />
        ))}
      </SimpleGrid>
    )
  }
  const { items, total } = events.data
  if (total === 0 && search !== undefined) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title={t('participants.picker.nothingFound', { search })}
        description={t('participants.picker.tryOther')}
      />
    )
  }
  if (total === 0) {
    return (
      <EmptyState
        icon={IconCalendarPlus}
        title={t('participants.picker.empty')}
        description={t('participants.picker.emptyHint')}
      >
        <AddEventButton label={t('participants.picker.create')} disabled={isAtLimit(events.data)} />
      </EmptyState>
    )
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {items.map((event) => (
          <EventCard key={event.id} event={event} />
        ))}
      </SimpleGrid>
      <Paging page={page} size={PAGE_SIZE} total={total} onChange={onPage} />
    </>
  )
}
