import { Group, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { GuideLink, type GuideTask } from '~/components/GuideLink'
import classes from './EventHeader.module.css'
import { EventSwitcher } from './EventSwitcher'
import { type EventEntry, entriesOf, iconOf, linkOf } from './eventEntries'
import type { Event } from './queries'
import { StatusBadge } from './StatusBadge'

/** Where each part of an event is explained. */
const GUIDES: Record<EventEntry, GuideTask> = {
  overview: 'organiser.overview',
  guests: 'organiser.guests',
  tickets: 'organiser.tickets',
  money: 'treasurer.transfers',
  messages: 'organiser.messages',
  door: 'door.prepare',
  draw: 'organiser.draw',
  page: 'organiser.page',
  data: 'organiser.data-requests',
  integrations: 'organiser.integrations',
  settings: 'organiser.changes',
}

interface EventHeaderProps {
  event: Pick<Event, 'id' | 'title' | 'status' | 'isCancelled' | 'isOver' | 'rights'>
  /** The part of the event to which the screen belongs; it is marked as the current one. */
  entry: EventEntry
  description?: React.ReactNode
  /** Buttons beside the title, the most important one last. */
  children?: React.ReactNode
}

/** The head of each screen of an event: its title, its state, the way to other events, and the event's own menu. */
export function EventHeader({ event, entry, description, children }: EventHeaderProps) {
  const { t } = useTranslation()
  const { id, title } = event
  useDocumentTitle(`${t(`shell.event.${entry}`)} · ${title} · Hội`)
  return (
    <header className={classes.header} data-entry={entry}>
      <div className={classes.name}>
        <Title order={1} title={title}>
          {title}
        </Title>
        <EventSwitcher eventId={id} entry={entry} />
        <StatusBadge {...event} />
        <Group gap="xs" className={classes.buttons}>
          <GuideLink task={GUIDES[entry]} />
          {children}
        </Group>
      </div>
      {/* Above the parts that differ between the screens, so that it stays where it is from one to the next. */}
      <EventNav key={entry} event={event} entry={entry} />
      {description && (
        <Text component="div" c="dimmed" mt="md" className={classes.description}>
          {description}
        </Text>
      )}
    </header>
  )
}

function EventNav({ event, entry }: Pick<EventHeaderProps, 'event' | 'entry'>) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  // On a phone the entries scroll, and the present one must not be out of sight.
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (!list.current || !current) return
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
  }, [])
  return (
    <nav aria-label={t('events.nav.label')}>
      <ul ref={list} className={classes.entries}>
        {entriesOf(event).map((name) => {
          const Glyph = iconOf(name)
          return (
            <li key={name}>
              <Link
                {...linkOf(name, event.id)}
                className={classes.entry}
                // Otherwise the router also marks the guests while the tickets are shown, which share their path.
                activeOptions={{ exact: true }}
                aria-current={name === entry ? 'page' : undefined}
              >
                <Glyph size={18} stroke={1.5} aria-hidden />
                {t(`shell.event.${name}`)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
