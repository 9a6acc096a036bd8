import { SimpleGrid, Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AddEventButton } from '~/components/AddEventButton'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { OwnerLine } from '~/components/OwnerLine'
import { Paging } from '~/components/Paging'
import { SearchField } from '~/components/SearchField'
import { useExistingPage } from '~/components/useExistingPage'
import { formatDateTime } from '~/lib/dates'
import type { PageSearch } from '~/lib/pageSearch'
import { isAtLimit } from '~/lib/planLimit'
import classes from './ChooseScreen.module.css'
import { eventsQuery } from './queries'

const PAGE_SIZE = 12

interface EventChoiceProps {
  /** What the address says. */
  shown: PageSearch
  onShow: (next: PageSearch, replace: boolean) => void
}

/** One of the own events that was not cancelled. */
export function EventChoice({ shown, onShow }: EventChoiceProps) {
  const { t } = useTranslation()
  const { search, page = 1 } = shown
  const events = useQuery({
    ...eventsQuery({ search, isCancelled: false, limit: PAGE_SIZE, page }),
    placeholderData: keepPreviousData,
  })
  const show = (next: number, replace = false) =>
    onShow({ search, page: next > 1 ? next : undefined }, replace)
  useExistingPage(events, page, PAGE_SIZE, (last) => show(last, true))
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
  const { items, total } = events.data
  if (total === 0 && search === undefined) {
    return (
      <EmptyState
        icon={IconCalendarPlus}
        title={t('luckyDraw.choose.noEvents')}
        description={t('luckyDraw.choose.noEventsHint')}
      >
        <AddEventButton label={t('luckyDraw.choose.create')} disabled={isAtLimit(events.data)} />
      </EmptyState>
    )
  }
  return (
    <>
      <SearchField
        label={t('luckyDraw.choose.search')}
        value={search ?? ''}
        onSearch={(text) => onShow({ search: text || undefined }, true)}
        maw={480}
        mb="md"
      />
      {total === 0 ? (
        <EmptyState
          icon={IconSearchOff}
          title={t('luckyDraw.choose.nothingFound')}
          description={t('luckyDraw.choose.tryOther')}
        />
      ) : (
        <>
          <ul className={classes.events}>
            {items.map((event) => (
              <li key={event.id}>
                <Link to="/lucky-draw/$eventId" params={{ eventId: event.id }} className={classes.event}>
                  <img src={event.logo} alt="" />
                  <div>
                    <strong>{event.title}</strong>
                    <span>{formatDateTime(event.eventStartDate)}</span>
                    <div>
                      <OwnerLine {...event} />
                    </div>
                  </div>
                </Link>
              </li>
            ))}
          </ul>
          <Paging page={page} size={PAGE_SIZE} total={total} onChange={show} />
        </>
      )}
    </>
  )
}
