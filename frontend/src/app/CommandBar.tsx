import { Combobox, Loader, Modal, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type Icon,
  IconArrowRight,
  IconCalendarEvent,
  IconPlus,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entriesOf, iconOf, linkOf } from '~/features/events/eventEntries'
import { hasRight } from '~/features/events/eventRights'
import { eventQuery, eventsQuery } from '~/features/events/queries'
import { participantsQuery } from '~/features/participants/queries'
import { formatDate } from '~/lib/dates'
import { formatPhone } from '~/lib/phone'
import { menuOf } from '~/lib/screens'
import { foldForSearch } from '~/lib/search'
import { useSession } from '~/lib/session'
import classes from './CommandBar.module.css'

interface Choice {
  key: string
  icon: Icon
  label: string
  /** Distinguishes it from others of the same name. */
  hint?: string | undefined
  link: LinkProps
}

interface Part {
  name: 'guests' | 'here' | 'events' | 'everywhere'
  choices: Choice[]
}

/** Milliseconds after the last key until the server is asked. */
const PAUSE = 200

/** The most guests, and the most events, that are offered. */
const OFFERED = 6

/** Leads with the keyboard to a guest of the present event, to its parts, to other events, and to all screens. */
export function CommandBar({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const combobox = useCombobox({ opened: true })
  const { parts, isLoading, isIncomplete } = useParts(text.trim())
  const choices = parts.flatMap((part) => part.choices)
  const shown = choices.map(({ key }) => key).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other choices, so the first of them is the one for Enter.
  useEffect(() => {
    combobox.selectFirstOption()
  }, [shown])

  const go = (key: string) => {
    const chosen = choices.find((choice) => choice.key === key)
    if (!chosen) return
    onClose()
    void navigate(chosen.link)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<VisuallyHidden>{t('shell.command.title')}</VisuallyHidden>}
      withCloseButton={false}
      centered={false}
      size={560}
      padding={0}
      classNames={{ header: classes.hidden }}
    >
      <Combobox store={combobox} onOptionSubmit={go}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            variant="unstyled"
            size="lg"
            className={classes.field}
            aria-label={t('shell.command.label')}
            placeholder={t('shell.command.label')}
            leftSection={isLoading ? <Loader size={18} /> : <IconSearch size={20} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.choices} aria-label={t('shell.command.title')}>
          {parts.map(({ name, choices }) => (
            <Combobox.Group key={name} label={t(`shell.command.part.${name}`)}>
              {choices.map(({ key, icon: Glyph, label, hint }) => (
                <Combobox.Option key={key} value={key} className={classes.choice}>
                  <Glyph size={18} stroke={1.5} aria-hidden />
                  <span className={classes.label}>{label}</span>
                  {hint && (
                    <Text component="span" size="sm" c="dimmed">
                      {hint}
                    </Text>
                  )}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {choices.length === 0 && !isLoading && !isIncomplete && (
            <Combobox.Empty>{t('shell.command.nothing', { text })}</Combobox.Empty>
          )}
          {isIncomplete && <Combobox.Footer>{t('shell.command.incomplete')}</Combobox.Footer>}
        </Combobox.Options>
      </Combobox>
    </Modal>
  )
}

interface Parts {
  parts: Part[]
  isLoading: boolean
  /** Guests or events could not be loaded. */
  isIncomplete: boolean
}

function useParts(text: string): Parts {
  const { t } = useTranslation()
  const { profile } = useSession()
  // The screen behind, which may be of an event.
  const params = useMatches({ select: (matches) => matches.at(-1)?.params ?? {} })
  const eventId = 'eventId' in params ? String(params.eventId) : ''
  const [asked] = useDebouncedValue(text, PAUSE)
  const event = useQuery({ ...eventQuery(eventId), enabled: eventId !== '' }).data
  const guests = useQuery({
    ...participantsQuery(eventId, { search: asked }, 1, OFFERED),
    enabled: event !== undefined && hasRight(event, 'guests') && asked !== '',
    placeholderData: keepPreviousData,
  })
  const events = useQuery(eventsQuery({ search: asked || undefined, limit: OFFERED, page: 1 }))
  const matches = ({ label }: Choice) => foldForSearch(label).includes(foldForSearch(text))

  const all: Part[] = [
    {
      name: 'guests',
      choices:
        text === '' || !event
          ? []
          : (guests.data?.items ?? []).map(({ id, fullName, phone }) => ({
              key: `guest ${id}`,
              icon: IconUser,
              label: fullName,
              hint: formatPhone(phone),
              link: {
                to: '/participant-management/$eventId/$',
                params: { eventId, _splat: '' },
                search: { person: id },
              },
            })),
    },
    {
      name: 'here',
      choices: event
        ? entriesOf(event)
            .map((entry) => ({
              key: `entry ${entry}`,
              icon: iconOf(entry),
              label: t(`shell.event.${entry}`),
              hint: event.title,
              link: linkOf(entry, eventId),
            }))
            .filter(matches)
        : [],
    },
    {
      name: 'events',
      choices: (events.data?.items ?? [])
        .filter(({ id }) => id !== eventId)
        .map(({ id, title, eventStartDate }) => ({
          key: `event ${id}`,
          icon: IconCalendarEvent,
          label: title,
          hint: formatDate(eventStartDate),
          link: linkOf('overview', id),
        })),
    },
    {
      name: 'everywhere',
      choices: [
        {
          key: 'new',
          icon: IconPlus,
          label: t('shell.title.newEvent'),
          link: { to: '/event-management/add-new' } as const,
        },
        ...menuOf(profile).map(({ path, title, icon }) => ({
          key: path,
          icon,
          label: t(title),
          link: { to: path } as LinkProps,
        })),
        {
          key: 'profile',
          icon: IconArrowRight,
          label: t('shell.menu./profile'),
          link: { to: '/profile' } as const,
        },
      ].filter(matches),
    },
  ]
  return {
    parts: all.filter(({ choices }) => choices.length > 0),
    isLoading: text !== asked || guests.isFetching || events.isFetching,
    isIncomplete: [guests, events].some(({ isError, isPaused }) => isError || isPaused),
  }
}
