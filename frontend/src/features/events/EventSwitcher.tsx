import { ActionIcon, Loader, Popover, Text } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { SearchField } from '~/components/SearchField'
import { formatDateTime } from '~/lib/dates'
import classes from './EventHeader.module.css'
import { type EventEntry, sameEntryOf } from './eventEntries'
import { eventsQuery } from './queries'
import { StatusBadge } from './StatusBadge'

/** Events that are offered without a search, the next ones first. */
const OFFERED = 8

interface EventSwitcherProps {
  eventId: string
  entry: EventEntry
}

/** Leads to the same part of another event. */
export function EventSwitcher({ eventId, entry }: EventSwitcherProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={340} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('events.nav.switch')}
          onClick={() => setOpened(!opened)}
        >
          <IconSelector size={20} stroke={1.5} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('events.nav.switch')}>
        <Choice eventId={eventId} entry={entry} onChosen={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Choice({ eventId, entry, onChosen }: EventSwitcherProps & { onChosen: () => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const events = useQuery(eventsQuery({ search: search || undefined, limit: OFFERED + 1, page: 1 }))
  const others = events.data?.items.filter(({ id }) => id !== eventId).slice(0, OFFERED)
  return (
    <>
      <SearchField
        label={t('events.picker.search')}
        value={search}
        onSearch={setSearch}
        mb="xs"
        data-autofocus
      />
      {others ? (
        <ul className={classes.choices}>
          {others.map((event) => (
            <li key={event.id}>
              <Link {...sameEntryOf(entry, event)} className={classes.choice} onClick={onChosen}>
                <span className={classes.choiceWords}>
                  <Text component="span" size="sm" fw={500} lineClamp={2}>
                    {event.title}
                  </Text>
                  <Text component="span" size="xs" c="dimmed">
                    {formatDateTime(event.eventStartDate)}
                  </Text>
                </span>
                <StatusBadge {...event} />
              </Link>
            </li>
          ))}
        </ul>
      ) : events.error ? (
        <ErrorState error={events.error} onRetry={() => void events.refetch()} />
      ) : (
        <Loader size="sm" role="status" aria-label={t('common.table.loading')} />
      )}
      {others?.length === 0 && (
        <Text size="sm" c="dimmed">
          {search ? t('events.picker.nothingFound', { search }) : t('events.nav.noOther')}
        </Text>
      )}
      <Link to="/event-management" className={classes.all} onClick={onChosen}>
        {t('events.nav.all')}
      </Link>
    </>
  )
}
