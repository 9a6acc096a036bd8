import { SimpleGrid, Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconSearchOff } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { Paging } from '~/components/Paging'
import { SearchField } from '~/components/SearchField'
import { useExistingPage } from '~/components/useExistingPage'
import type { PageSearch } from '~/lib/pageSearch'
import { AddEventButton } from './AddEventButton'
import { EventCard, type EventPath, type ListFilters } from './EventCard'
import { isAtLimit } from './planLimit'
import { type EventList, eventsQuery } from './queries'

const PAGE_SIZE = 12
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f']

interface EventPickerProps {
  /** The values in the address. */
  search: PageSearch
  onSearch: (next: PageSearch, replace: boolean) => void
  /** The link of an event. */
  to: EventPath
  /** The filters of the list that the link leads to. */
  filters?: ListFilters
  /** Leaves out cancelled events. */
  isCancelled?: false
}

/** Chooses one of the account's events. Does not remember the last choice, which would open a wrong event by habit. */
export function EventPicker(props: EventPickerProps) {
  const {
    search: { search, page = 1 },
    onSearch,
    to,
    filters,
    isCancelled,
  } = props
  const { t } = useTranslation()
  const events = useQuery(eventsQuery({ search, isCancelled, limit: PAGE_SIZE, page }))
  const onPage = (next: number, replace = false) =>
    onSearch({ search, page: next > 1 ? next : undefined }, replace)
  useExistingPage(events, page, PAGE_SIZE, (last) => onPage(last, true))
  const hasNone = events.data?.total === 0 && search === undefined
  return (
    <>
      {!hasNone && (
        <SearchField
          label={t('events.picker.search')}
          value={search ?? ''}
          onSearch={(text) => onSearch({ search: text || undefined }, true)}
          maw={480}
          mb="lg"
        />
      )}
      <Results events={events} search={search} page={page} to={to} filters={filters} onPage={onPage} />
    </>
  )
}

interface ResultsProps {
  events: UseQueryResult<EventList>
  search: string | undefined
  page: number
  to: EventPath
  filters: ListFilters | undefined
  onPage: (page: number) => void
}

function Results({ events, search, page, to, filters, onPage }: ResultsProps) {
  const { t } = useTranslation()
  if (!events.data) {
    if (events.error) return <ErrorState error={events.error} onRetry={() => void events.refetch()} />
    return (
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} role="status" aria-label={t('common.table.loading')}>
        {PLACEHOLDERS.map((key) => (
          <Skeleton key={key} height={168} radius="md" />
        ))}
      </SimpleGrid>
    )
  }
  const { items, total } = events.data
  if (total === 0 && search !== undefined) {
    return (
      <EmptyState
        icon={IconSearchOff}
        title={t('events.picker.nothingFound', { search })}
        description={t('events.picker.tryOther')}
      />
    )
  }
  if (total === 0) {
    return (
      <EmptyState
        icon={IconCalendarPlus}
        title={t('events.picker.empty')}
        description={t('events.picker.emptyHint')}
      >
        <AddEventButton label={t('events.picker.create')} disabled={isAtLimit(events.data)} />
      </EmptyState>
    )
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {items.map((event) => (
          <EventCard key={event.id} event={event} to={to} filters={filters} />
        ))}
      </SimpleGrid>
      <Paging page={page} size={PAGE_SIZE} total={total} onChange={onPage} />
    </>
  )
}
