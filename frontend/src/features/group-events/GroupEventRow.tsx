import { Button, Group, Image, Text, Title } from '@mantine/core'
import {
  IconArmchair,
  IconCalendarEvent,
  IconEdit,
  IconListCheck,
  IconLock,
  IconMapPin,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import { ROW_COVER } from '~/features/events/EventRow'
import classes from '~/features/events/EventRow.module.css'
import { StatusBadge } from '~/features/events/StatusBadge'
import { formatDate, formatDateTime } from '~/lib/dates'
import { registrationPath } from '~/lib/paths'
import { sized, smallest } from '~/lib/pictureSizes'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { callsRoll } from './caller'
import { Registering, type RegisteringProps } from './Registering'
import { RegistrationPill } from './RegistrationPill'
import { seatsOf } from './seats'

type GroupEventRowProps = Pick<RegisteringProps, 'event' | 'group' | 'registrant'>

/** An event that stands for itself. */
export function GroupEventRow(props: GroupEventRowProps) {
  const { event, group } = props
  const { t } = useTranslation()
  const { id, title, coverImage, logo, isCancelled, isOver } = event
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
          <StatusBadge status={event.status} isCancelled={isCancelled} isOver={isOver} />
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
        {!isCancelled && !isOver && <Fact icon={IconArmchair}>{seatsOf(event)}</Fact>}
      </div>
      <div className={classes.side}>
        <div>
          <RegistrationPill {...event} />
        </div>
        <Group gap="xs" className={classes.actions}>
          {callsRoll(group) && !isCancelled && (
            <Button
              variant="default"
              leftSection={<IconListCheck size={16} />}
              aria-label={t('groupEvents.rollCallNamed', { title, date: formatDate(event.eventStartDate) })}
              renderRoot={(props) => (
                <Link
                  to="/my-group/$groupId/roll-call/$eventId"
                  params={{ groupId: group.groupId, eventId: id }}
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
          <Registering {...props} />
        </Group>
      </div>
    </li>
  )
}

function Fact({ icon: Glyph, children }: { icon: typeof IconMapPin; children: React.ReactNode }) {
  return (
    <Text component="div" size="sm" c="dimmed" className={classes.fact}>
      <Glyph size={16} aria-hidden />
      <span>{children}</span>
    </Text>
  )
}
