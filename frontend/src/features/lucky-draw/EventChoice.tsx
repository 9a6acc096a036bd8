import { Button, SimpleGrid, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendarPlus, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { Paging } from '~/components/Paging'
import { formatDateTime } from '~/lib/dates'
import classes from './ChooseScreen.module.css'
import { eventsQuery } from './queries'

/** Milliseconds without a key before the server is asked. */
const PAUSE = 250
const PAGE_SIZE = 12

/** One of the own events. */
export function EventChoice() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [search] = useDebouncedValue(text.trim(), PAUSE)
  const events = useQuery({
    ...eventsQuery({ search: search || undefined, limit: PAGE_SIZE, page }),
    placeholderData: keepPreviousData,
  })
  if (!events.data) {
    if (events.error) return <ErrorState error={events.error} onRetry={() => void events.refetch()} />
    return (
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} role="status" aria-label={t('common.table.loading')}>
        {['a', 'b', 'c'].map((one) => (
          <Skeleton key={one} height={92} radius="md" />
        ))}
      </SimpleGrid>
    )
  }
  const items = events.data.items.filter(({ isCancelled }) => !isCancelled)
  if (events.data.total === 0 && !search) {
    return (
      <EmptyState
        icon={IconCalendarPlus}
        title={t('luckyDraw.choose.noEvents')}
        description={t('luckyDraw.choose.noEventsHint')}
      >
        <Button component={Link} to="/event-management/add-new">
          {t('luckyDraw.choose.create')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('luckyDraw.choose.search')}
        placeholder={t('luckyDraw.choose.search')}
        leftSection={<IconSearch size={18} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setPage(1)
        }}
        maw={480}
        mb="md"
      />
      {items.length === 0 && (
        <EmptyState
          icon={IconSearchOff}
          title={t('luckyDraw.choose.nothingFound')}
          description={t('luckyDraw.choose.tryOther')}
        />
      )}
      <ul className={classes.events}>
        {items.map((event) => (
          <li key={event.id}>
            <Link to="/lucky-draw/$eventId" params={{ eventId: event.id }} className={classes.event}>
              <img src={event.logo} alt="" />
              <div>
                <strong>{event.title}</strong>
                <span>{formatDateTime(event.eventStartDate)}</span>
              </div>
            </Link>
          </li>
        ))}
      </ul>
      <Paging page={page} size={PAGE_SIZE} total={events.data.total} onChange={setPage} />
    </>
  )
}
