import { ActionIcon, Box, Button, Select, Title } from '@mantine/core'
import { IconCalendarPlus, IconPhoto, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import filterClasses from '~/components/filters.module.css'
import { InOrder } from '~/components/InOrder'
import { MoreFilters } from '~/components/MoreFilters'
import { PageHeader } from '~/components/PageHeader'
import { Paging } from '~/components/Paging'
import { SearchField } from '~/components/SearchField'
import { SortSelect } from '~/components/SortSelect'
import { useExistingPage } from '~/components/useExistingPage'
import { useIsPhone } from '~/components/useIsPhone'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'
import { AddEventButton } from './AddEventButton'
import { DraftList } from './DraftList'
import { EventCounts } from './EventCounts'
import classes from './EventListScreen.module.css'
import { EventRow, LoadingRows } from './EventRow'
import { byPart } from './eventParts'
import { eventsState } from './eventsState'
import { CoverAlbumModal } from './lateDialogs'
import { PlanMeter } from './PlanMeter'
import { isAtLimit } from './planLimit'
import { draftsQuery, type EventSummary, listedEventsQuery, PAGE_SIZE } from './queries'
import { BELONGINGS, EVENT_SORTS, type EventSearch } from './search'

interface EventListScreenProps {
  /** The values in the address. */
  filters: EventSearch
  onFilters: (next: EventSearch, replace: boolean) => void
  /** Figures above the list, which belong to a later feature. */
  figures?: ReactNode
}

export function EventListScreen({ filters, onFilters, figures }: EventListScreenProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const isPhone = useIsPhone()
  const { search, status, of, sort, order, page = 1 } = filters
  const events = useQuery(listedEventsQuery(filters))
  const drafts = useQuery(draftsQuery)
  const [albumOpened, setAlbumOpened] = useState(false)
  const { filteredEvents, limit } = eventsState(events.data)
  const atLimit = events.data !== undefined && isAtLimit(events.data)
  const isFiltered = Boolean(search || status || of)
  // A newcomer reads one sentence with one button, and no zeros around it.
  const isFirst = events.data?.total === 0 && !isFiltered && drafts.data?.length === 0
  // The server lists coming events first, the next one before all others.
  const [first] = filteredEvents
  const isOwn = !isAdmin(profile) && first && !first.isCancelled && !first.isOver
  const next = isOwn && !isFiltered && !sort && page === 1 ? first : undefined

  const show = (change: EventSearch, replace = false) =>
    onFilters({ ...filters, page: undefined, ...change }, replace)

  const choices = (
    <>
      <Select
        aria-label={t('events.list.of.label')}
        placeholder={t('events.list.of.label')}
        data={BELONGINGS.map((value) => ({ value, label: t(`events.list.of.${value}`) }))}
        value={of ?? null}
        onChange={(value) => show({ of: BELONGINGS.find((known) => known === value) })}
        clearable
        clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
        comboboxProps={{ withinPortal: !isPhone }}
      />
      <SortSelect
        choices={EVENT_SORTS.map((sort) => ({ sort, label: t(`events.list.sort.${sort}`) }))}
        usual={t('events.list.sort.next')}
        sort={sort}
        order={order}
        onSort={(next) => show(next)}
        isInline={isPhone}
      />
    </>
  )

  useExistingPage(events, page, PAGE_SIZE, (last) => show({ page: last }, true))

  return (
    <>
      <PageHeader
        title={t('shell.menu./event-management')}
        description={isPhone ? undefined : t('events.list.description')}
        guide="organiser.first-event"
      >
        {!isFirst && (
          <>
            {isPhone ? (
              <ActionIcon
                variant="default"
                size={40}
                aria-label={t('events.album.open')}
                onClick={() => setAlbumOpened(true)}
              >
                <IconPhoto size={18} />
              </ActionIcon>
            ) : (
              <Button
                variant="default"
                leftSection={<IconPhoto size={16} />}
                onClick={() => setAlbumOpened(true)}
              >
                {t('events.album.open')}
              </Button>
            )}
            <AddEventButton label={t('events.add')} disabled={atLimit} />
          </>
        )}
      </PageHeader>
      <CoverAlbumModal opened={albumOpened} onClose={() => setAlbumOpened(false)} />

      {events.data && (!isFirst || events.data.eventsUsed > 0) && (
        <PlanMeter used={events.data.eventsUsed} limit={limit} />
      )}
      {!isFirst && (
        <EventCounts
          counts={events.data?.counts}
          status={status}
          onChange={(chosen) => show({ status: chosen })}
        />
      )}
      {!isFirst && figures}
      <InOrder>
        {!isFiltered && page === 1 && <DraftList />}
        {!isFirst && (
          <Box role="search" className={isPhone ? classes.search : filterClasses.filters}>
            <SearchField
              className={filterClasses.text}
              label={t('events.list.search')}
              value={search ?? ''}
              onSearch={(text) => show({ search: text || undefined }, true)}
            />
            {isPhone ? <MoreFilters isChosen={Boolean(of || sort)}>{choices}</MoreFilters> : choices}
          </Box>
        )}

        {events.data === undefined && events.error ? (
          <ErrorState error={events.error} onRetry={() => void events.refetch()} />
        ) : events.data === undefined ? (
          <LoadingRows />
        ) : events.data.total > 0 ? (
          <>
            <div data-old={events.isPlaceholderData || undefined} className={classes.parts}>
              {sort ? (
                <Rows events={filteredEvents} label={t('events.list.label')} order={2} atLimit={atLimit} />
              ) : (
                byPart(filteredEvents, events.dataUpdatedAt).map(([part, found]) => (
                  <section key={part}>
                    <Title order={2} fz="md" mb="xs">
                      {t(`events.list.part.${part}`)}
                    </Title>
                    <Rows
                      events={found}
                      label={t(`events.list.part.${part}`)}
                      order={3}
                      atLimit={atLimit}
                      next={next}
                    />
                  </section>
                ))
              )}
            </div>
            <Paging
              page={page}
              size={PAGE_SIZE}
              total={events.data.total}
              onChange={(next) => show({ page: next })}
            />
          </>
        ) : isFiltered ? (
          <EmptyState
            icon={IconSearch}
            title={t('events.list.noMatch.title')}
            description={t('events.list.noMatch.description')}
          >
            <Button
              variant="default"
              onClick={() => show({ search: undefined, status: undefined, of: undefined })}
            >
              {t('events.list.noMatch.action')}
            </Button>
          </EmptyState>
        ) : drafts.data?.length ? null : (
          <EmptyState
            icon={IconCalendarPlus}
            title={t('events.list.empty.title')}
            description={t('events.list.empty.description')}
          >
            <AddEventButton label={t('events.add')} disabled={atLimit} />
          </EmptyState>
        )}
      </InOrder>
    </>
  )
}

interface RowsProps {
  events: readonly EventSummary[]
  label: string
  /** The level of the headings with the events' titles. */
  order: 2 | 3
  /** The plan allows no further event. */
  atLimit: boolean
  /** The event that is shown large. */
  next?: EventSummary
}

function Rows({ events, label, next, ...props }: RowsProps) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {events.map((event) => (
        <EventRow key={event.id} event={event} isNext={event === next} {...props} />
      ))}
    </ul>
  )
}
