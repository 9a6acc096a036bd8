import { Button, SimpleGrid, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendarPlus, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { Paging } from '~/components/Paging'
import { EventCard } from './EventCard'
import { eventsQuery } from './queries'

/** Milliseconds without a key before the server is asked. */
const PAUSE = 250
const PAGE_SIZE = 12
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Whose participants? Remembers nothing, so that a wrong event is never opened by habit. */
export function EventPickerScreen() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [search] = useDebouncedValue(text.trim(), PAUSE)
  const events = useQuery({
    ...eventsQuery({ search: search || undefined, limit: PAGE_SIZE, page }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('shell.menu./participant-management')}
        description={t('participants.picker.description')}
      />
      <TextInput
        type="search"
        aria-label={t('participants.picker.search')}
        placeholder={t('participants.picker.search')}
        leftSection={<IconSearch size={18} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setPage(1)
        }}
        maw={480}
        mb="lg"
      />
      <Results {...{ events, search, page, setPage }} />
    </>
  )
}

interface ResultsProps {
  events: UseQueryResult<components['schemas']['EventList']>
  search: string
  page: number
  setPage: (page: number) => void
}

function Results({ events, search, page, setPage }: ResultsProps) {
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
  if (total === 0 && search) {
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
        <Button component={Link} to="/event-management/add-new">
          {t('participants.picker.create')}
        </Button>
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
      <Paging page={page} size={PAGE_SIZE} total={total} onChange={setPage} />
    </>
  )
}
