import { Button, Group, Image, Progress, Skeleton, Text, Title } from '@mantine/core'
import {
  IconArmchair,
  IconCalendarEvent,
  IconCash,
  IconDoorEnter,
  IconEdit,
  IconEye,
  IconMapPin,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow } from '~/components/useNow'
import { formatDateTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { sized, smallest } from '~/lib/pictureSizes'
import { EventMenu } from './EventMenu'
import classes from './EventRow.module.css'
import { type EventEntry, entriesOf, iconOf, linkOf } from './eventEntries'
import { hasRight } from './eventRights'
import { GroupLine } from './GroupLine'
import { OwnerLine } from './OwnerLine'
import type { EventSummary } from './queries'
import { ShareButton } from './ShareButton'
import { StatusBadge } from './StatusBadge'
import { timeLeft, timeLeftText } from './timeLeft'
import { visitorView } from './visitorView'

/** The width of the cover in a row of a list. */
export const ROW_COVER = '(min-width: 75em) 208px, (min-width: 48em) 160px, 100vw'
const NEXT_COVER = '(min-width: 75em) 440px, (min-width: 48em) 320px, 100vw'

interface EventRowProps {
  event: EventSummary
  /** The level of the heading with its title. */
  order: 2 | 3
  /** The plan allows no further event, so that this one cannot be copied. */
  atLimit: boolean
  /** The organiser's next event is shown large, with the ways into it. */
  isNext?: boolean
}

export function EventRow({ event, order, atLimit, isNext = false }: EventRowProps) {
  const { t } = useTranslation()
  return (
    <li className={classes.row} data-next={isNext || undefined}>
      <div className={classes.picture} data-blank={!event.coverImage || undefined}>
        {event.coverImage && (
          <Image
            {...sized(event.coverImage, isNext ? NEXT_COVER : ROW_COVER)}
            alt=""
            className={classes.cover}
            loading={isNext ? undefined : 'lazy'}
          />
        )}
        <Image src={smallest(event.logo)} alt="" className={classes.logo} loading="lazy" />
      </div>
      <div className={classes.facts}>
        <Group gap="xs" align="center">
          <StatusBadge {...event} />
          <OwnerLine {...event} />
          <GroupLine {...event} />
        </Group>
        {isNext && <TimeLeft event={event} />}
        <Title order={order} className={classes.title}>
          <Link to="/event-management/$eventId" params={{ eventId: event.id }} className={classes.link}>
            {event.title}
          </Link>
        </Title>
        <Fact icon={IconCalendarEvent}>{formatDateTime(event.eventStartDate)}</Fact>
        <Fact icon={IconMapPin}>{event.venueAddress}</Fact>
        <Fact icon={IconEye}>{visitorView(event)}</Fact>
      </div>
      <div className={classes.side}>
        <div className={classes.figures}>
          <Seats event={event} />
          {hasRight(event, 'money') && <Received event={event} />}
          <Arrived event={event} />
          {isNext && <SeatsLeft event={event} />}
        </div>
        {isNext && <Ways event={event} />}
        <Group gap="xs" wrap="nowrap" className={classes.actions}>
          {!event.isCancelled && !isNext && hasRight(event, 'settings') && (
            <Button
              variant="default"
              leftSection={<IconEdit size={16} />}
              aria-label={t('events.action.editNamed', { title: event.title })}
              renderRoot={(props) => (
                <Link to="/event-management/edit/$eventId" params={{ eventId: event.id }} {...props} />
              )}
            >
              {t('common.edit')}
            </Button>
          )}
          {!event.isCancelled && <ShareButton event={event} />}
          <EventMenu event={event} atLimit={atLimit} />
        </Group>
      </div>
    </li>
  )
}

function TimeLeft({ event }: { event: EventSummary }) {
  return (
    <Text component="p" fz="lg" fw={600}>
      {timeLeftText(timeLeft(event, useNow()))}
    </Text>
  )
}

/** The parts of the event that its organiser needs most. */
const WAYS = ['door', 'guests', 'messages'] as const satisfies EventEntry[]

function Ways({ event }: { event: EventSummary }) {
  const { t } = useTranslation()
  const entries = entriesOf(event)
  return (
    <div className={classes.ways}>
      {WAYS.filter((entry) => entries.includes(entry)).map((entry, at) => {
        const Glyph = iconOf(entry)
        return (
          <Button
            key={entry}
            variant={at === 0 ? 'filled' : 'default'}
            leftSection={<Glyph size={16} />}
            aria-label={t('events.list.way', { way: t(`shell.event.${entry}`), title: event.title })}
            renderRoot={(props) => <Link {...linkOf(entry, event.id)} {...props} />}
          >
            {t(`shell.event.${entry}`)}
          </Button>
        )
      })}
    </div>
  )
}

function Fact({ icon: Glyph, children }: { icon: typeof IconEye; children: React.ReactNode }) {
  return (
    <Text component="div" size="sm" c="dimmed" className={classes.fact}>
      <Glyph size={16} aria-hidden />
      <span>{children}</span>
    </Text>
  )
}

function Seats({ event }: { event: EventSummary }) {
  const { t } = useTranslation()
  const { registeredCount, totalParticipants } = event
  return (
    <div>
      <Text size="sm">
        <Text component="span" fw={600}>
          {formatNumber(registeredCount)}
        </Text>{' '}
        {t('events.list.registered', { total: formatNumber(totalParticipants) })}
      </Text>
      <Progress
        value={(registeredCount / Math.max(totalParticipants, 1)) * 100}
        size="sm"
        mt={4}
        aria-label={t('events.list.seats', { title: event.title })}
      />
    </div>
  )
}

function Received({ event: { moneyReceived, moneyDue } }: { event: EventSummary }) {
  const { t } = useTranslation()
  const total = moneyReceived + moneyDue
  if (total === 0) return null
  return (
    <Fact icon={IconCash}>
      {t('events.list.figures.received', { received: formatMoney(moneyReceived), total: formatMoney(total) })}
    </Fact>
  )
}

function Arrived({ event: { checkedIn } }: { event: EventSummary }) {
  const { t } = useTranslation()
  if (checkedIn === 0) return null
  return (
    <Fact icon={IconDoorEnter}>{t('events.list.figures.arrived', { number: formatNumber(checkedIn) })}</Fact>
  )
}

/** Before the first guest arrives, the seats that can still be had say more than a zero. */
function SeatsLeft({ event: { checkedIn, seatsOnOffer } }: { event: EventSummary }) {
  const { t } = useTranslation()
  if (checkedIn > 0) return null
  return (
    <Fact icon={IconArmchair}>
      {t('events.list.figures.left', { count: seatsOnOffer, number: formatNumber(seatsOnOffer) })}
    </Fact>
  )
}

const LOADING_ROWS = ['a', 'b', 'c']

export function LoadingRows() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.table.loading')}>
      {LOADING_ROWS.map((row) => (
        <Skeleton key={row} height={152} radius="md" mb="md" />
      ))}
    </div>
  )
}
