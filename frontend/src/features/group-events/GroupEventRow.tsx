import { Button, Group, Image, Text, Title } from '@mantine/core'
import {
  IconArmchair,
  IconCalendarEvent,
  IconCircleCheck,
  IconEdit,
  IconHourglass,
  IconListCheck,
  IconLock,
  IconMapPin,
  IconTicket,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import { ROW_COVER } from '~/features/events/EventRow'
import classes from '~/features/events/EventRow.module.css'
import { StatusBadge } from '~/features/events/StatusBadge'
import { formatDate, formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import { formatNumber } from '~/lib/numbers'
import { ownPagePath, registrationPath } from '~/lib/paths'
import { sized, smallest } from '~/lib/pictureSizes'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import type { GroupEvent, Registrant } from './queries'
import { RegisterButton } from './RegisterButton'

interface GroupEventRowProps {
  event: GroupEvent
  /** The caller can register for events of this group. */
  registers: boolean
  /** The data to register with here; null: in the public form. */
  registrant: Registrant | null
  /** The group; only for users who call the roll of its events. */
  groupId?: string
}

export function GroupEventRow({ event, registers, registrant, groupId }: GroupEventRowProps) {
  const { t } = useTranslation()
  const { id, title, coverImage, logo, isCancelled } = event
  return (
    <li className={classes.row}>
      <div className={classes.picture} data-blank={!coverImage || undefined}>
        {coverImage && (
          <Image {...sized(coverImage, ROW_COVER)} alt="" className={classes.cover} loading="lazy" />
        )}
        <Image src={smallest(logo)} alt="" className={classes.logo} loading="lazy" />
      </div>
      <div className={classes.facts}>
        <Group gap="xs">
          <StatusBadge status={event.status} isCancelled={isCancelled} />
          {event.membersOnly && (
            <Pill color="gray" icon={IconLock}>
              {t('groupEvents.membersOnly')}
            </Pill>
          )}
        </Group>
        <Title order={2} fz="md" className={classes.title}>
          {isCancelled ? (
            title
          ) : (
            <a href={registrationPath(id)} {...LOGGED_IN_TAB} className={classes.link}>
              {title}
            </a>
          )}
        </Title>
        <Fact icon={IconCalendarEvent}>{formatDateTime(event.eventStartDate)}</Fact>
        <Fact icon={IconMapPin}>{event.venueAddress}</Fact>
        {!isCancelled && <Fact icon={IconArmchair}>{seatsOf(event)}</Fact>}
      </div>
      <div className={classes.side}>
        <div>
          {event.registration && (
            <Pill
              color={event.registration.confirmBy ? 'yellow' : 'jade'}
              icon={event.registration.confirmBy ? IconHourglass : IconCircleCheck}
            >
              {t(event.registration.confirmBy ? 'groupEvents.unconfirmed' : 'groupEvents.registered')}
            </Pill>
          )}
        </div>
        <Group gap="xs" className={classes.actions}>
          {groupId && !isCancelled && (
            <Button
              variant="default"
              leftSection={<IconListCheck size={16} />}
              aria-label={t('groupEvents.rollCallNamed', { title, date: formatDate(event.eventStartDate) })}
              renderRoot={(props) => (
                <Link
                  to="/my-group/$groupId/roll-call/$eventId"
                  params={{ groupId, eventId: id }}
                  {...props}
                />
              )}
            >
              {t('groupEvents.rollCall')}
            </Button>
          )}
          {event.isOwn && !isCancelled && (
            <Button
              variant="default"
              leftSection={<IconEdit size={16} />}
              aria-label={t('groupEvents.editNamed', { title })}
              renderRoot={(props) => (
                <Link to="/event-management/edit/$eventId" params={{ eventId: id }} {...props} />
              )}
            >
              {t('common.edit')}
            </Button>
          )}
          {!isCancelled && <Registering event={event} registers={registers} registrant={registrant} />}
        </Group>
      </div>
    </li>
  )
}

/** The way to the own ticket, or to one. */
function Registering({ event, registers, registrant }: Omit<GroupEventRowProps, 'groupId'>) {
  const { t } = useTranslation()
  const { id, title, registration } = event
  if (registration)
    return (
      <Button
        component="a"
        href={ownPagePath(id, registration.ownKey)}
        target="_blank"
        rel="noreferrer"
        variant={registration.confirmBy ? 'filled' : 'default'}
        leftSection={<IconTicket size={16} />}
        aria-label={t(registration.confirmBy ? 'groupEvents.confirmNamed' : 'groupEvents.ticketNamed', {
          title,
        })}
      >
        {t(registration.confirmBy ? 'groupEvents.confirm' : 'groupEvents.ticket')}
      </Button>
    )
  if (!registers || !hasSeats(event)) return null
  if (registrant) return <RegisterButton event={event} registrant={registrant} />
  return (
    <Button
      component="a"
      href={registrationPath(id)}
      {...LOGGED_IN_TAB}
      aria-label={t('groupEvents.formNamed', { title })}
    >
      {t('groupEvents.form')}
    </Button>
  )
}

export const hasSeats = ({ status, seatsLeft }: GroupEvent) => status === 'open' && seatsLeft !== 0

/** The chance of a member to register at this moment. */
function seatsOf({ status, seatsLeft, openRegistrationDate, closeRegistrationDate }: GroupEvent): string {
  if (status === 'upcoming') return t('groupEvents.opens', { date: formatDateTime(openRegistrationDate) })
  if (status === 'closed') return t('groupEvents.closed', { date: formatDateTime(closeRegistrationDate) })
  if (seatsLeft === 0) return t('groupEvents.full')
  return t('groupEvents.seats', {
    count: seatsLeft,
    left: formatNumber(seatsLeft),
    date: formatDateTime(closeRegistrationDate),
  })
}

function Fact({ icon: Glyph, children }: { icon: typeof IconMapPin; children: React.ReactNode }) {
  return (
    <Text component="div" size="sm" c="dimmed" className={classes.fact}>
      <Glyph size={16} aria-hidden />
      <span>{children}</span>
    </Text>
  )
}
