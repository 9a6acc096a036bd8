import { Group, Menu, Text } from '@mantine/core'
import { IconCalendarX, IconEdit, IconListCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '~/components/ActionsMenu'
import { DangerItem } from '~/components/DangerItem'
import { StatusBadge } from '~/features/events/StatusBadge'
import { dateTile, formatDate, formatDateTime } from '~/lib/dates'
import { registrationPath } from '~/lib/paths'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { CancelMeeting } from './CancelMeeting'
import { callsRoll } from './caller'
import classes from './MeetingRow.module.css'
import type { MeetingDay } from './queries'
import { Registering, type RegisteringProps } from './Registering'
import { RegistrationPill } from './RegistrationPill'
import { seatsOf } from './seats'

interface MeetingRowProps extends Pick<RegisteringProps, 'event' | 'group' | 'registrant'> {
  /** The facts that the card above says of all meetings: only those that differ are said here. */
  usual?: { title: string; venueAddress: string }
}

/** People know the meetings of a series by their weekday. */
const momentOf = (start: string) => `${dateTile(start).weekday}, ${formatDateTime(start)}`

/** One meeting of a series in one line. */
export function MeetingRow({ usual, ...props }: MeetingRowProps) {
  const { event, group } = props
  const { t } = useTranslation()
  const [isCancelling, setCancelling] = useState(false)
  const { id, title, eventStartDate, venueAddress, isCancelled, isOver, isOwn, status, isScarce } = event
  const date = formatDate(eventStartDate)
  const name = t('groupEvents.meetingNamed', { title, date })
  const facts = [
    title !== usual?.title && title,
    venueAddress !== usual?.venueAddress && venueAddress,
    !isCancelled && (status !== 'open' || isScarce) && seatsOf(event),
  ]
  const when = momentOf(eventStartDate)
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        {isCancelled ? (
          <Text component="s">{when}</Text>
        ) : (
          <a
            href={registrationPath(id)}
            {...LOGGED_IN_TAB}
            className={classes.link}
            aria-label={t('groupEvents.meetingNamed', { title, date: when })}
          >
            {when}
          </a>
        )}
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        {isCancelled && <StatusBadge status={status} isCancelled />}
        <RegistrationPill {...event} />
        <Registering {...props} name={name} variant="default" />
        {!isCancelled && (callsRoll(group) || isOwn) && (
          <ActionsMenu label={t('groupEvents.actionsOf', { title: name })} width={200}>
            {callsRoll(group) && (
              <Menu.Item
                leftSection={<IconListCheck size={18} />}
                renderRoot={(item) => (
                  <Link
                    to="/my-group/$groupId/roll-call/$eventId"
                    params={{ groupId: group.groupId, eventId: id }}
                    {...item}
                  />
                )}
              >
                {t('groupEvents.rollCall')}
              </Menu.Item>
            )}
            {isOwn && (
              <Menu.Item
                leftSection={<IconEdit size={18} />}
                renderRoot={(item) => (
                  <Link to="/event-management/edit/$eventId" params={{ eventId: id }} {...item} />
                )}
              >
                {t('common.edit')}
              </Menu.Item>
            )}
            {isOwn && !isOver && (
              <DangerItem leftSection={<IconCalendarX size={18} />} onClick={() => setCancelling(true)}>
                {t('groupEvents.cancelMeeting')}
              </DangerItem>
            )}
          </ActionsMenu>
        )}
      </Group>
      {isCancelling && <CancelMeeting id={id} onClose={() => setCancelling(false)} />}
    </li>
  )
}

/** A cancelled meeting between the coming ones, as the course of its series has it. */
export function CancelledRow({ eventStartDate, cancelReason }: MeetingDay) {
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <Text component="s">{momentOf(eventStartDate)}</Text>
        <Text size="sm" c="dimmed">
          {cancelReason}
        </Text>
      </div>
      <StatusBadge status="closed" isCancelled />
    </li>
  )
}
