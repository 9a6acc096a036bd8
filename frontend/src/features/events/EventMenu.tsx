import { ActionIcon, Menu, Text } from '@mantine/core'
import {
  IconBan,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconHeartHandshake,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { DangerItem } from '~/components/DangerItem'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import { formatNumber } from '~/lib/numbers'
import { registrationPath } from '~/lib/paths'
import { hasRight } from './eventRights'
import { CancelModal } from './lateDialogs'
import { type EventSummary, useEventDeletion } from './queries'

interface EventMenuProps {
  event: Pick<EventSummary, 'id' | 'title' | 'registeredCount' | 'isOver' | 'isCancelled' | 'rights'>
  /** It stands at the event's title, beside the menu that leads to its parts. */
  isOnHome?: boolean
  /** The plan allows no further event. */
  atLimit: boolean
}

export function EventMenu({ event, atLimit, isOnHome = false }: EventMenuProps) {
  const { t } = useTranslation()
  const deletion = useEventDeletion()
  const { id, title, registeredCount: count } = event
  // A deletion tells its people nothing, so they would come to a closed door.
  const isExpected = count > 0 && !event.isOver && !event.isCancelled
  const changes = hasRight(event, 'settings')
  const isCancellable = changes && !event.isOver && !event.isCancelled
  const opener = useRef<HTMLButtonElement>(null)
  const [isCancelling, setCancelling] = useState(false)

  const remove = async () => {
    const agreed = await confirm({
      title: t('events.delete.title'),
      message: (
        <>
          <Text>
            {count > 0
              ? t('events.delete.withParticipants', { title, count, number: formatNumber(count) })
              : t('events.delete.withoutParticipants', { title })}
          </Text>
          {isExpected && (
            <Text mt="xs">{t('events.delete.untold', { count, number: formatNumber(count) })}</Text>
          )}
          <Text mt="xs">{t('events.delete.final')}</Text>
        </>
      ),
      confirm: t('events.delete.action'),
      cancel: t('events.cancel.keep'),
      dangerous: true,
      instead: isExpected
        ? {
            label: t('events.delete.instead'),
            act: () => {
              // The next dialog gives the focus back to what has it now.
              opener.current?.focus()
              setCancelling(true)
            },
          }
        : undefined,
    })
    if (agreed) deletion.mutate(id)
  }

  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon
            ref={opener}
            variant="default"
            size={36}
            aria-label={t('events.action.more', { title })}
            loading={deletion.isPending}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!event.isCancelled && (
            <>
              <Menu.Item
                leftSection={<IconExternalLink size={16} />}
                component="a"
                href={registrationPath(id)}
                target="_blank"
                rel="noreferrer"
              >
                {t('events.action.openPage')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconHeartHandshake size={16} />}
                renderRoot={(props) => (
                  <Link
                    to="/event-management/checkin/$eventId"
                    params={{ eventId: id }}
                    search={{ view: 'display' }}
                    {...props}
                  />
                )}
              >
                {t('events.action.welcome')}
              </Menu.Item>
            </>
          )}
          {!isOnHome && hasRight(event, 'guests') && (
            <Menu.Item
              leftSection={<IconUsers size={16} />}
              renderRoot={(props) => (
                <Link
                  to="/participant-management/$eventId/$"
                  params={{ eventId: id, _splat: '' }}
                  {...props}
                />
              )}
            >
              {t('events.action.participants')}
            </Menu.Item>
          )}
          <DisabledWithReason reason={atLimit ? t('common.atLimit') : undefined}>
            <Menu.Item
              leftSection={<IconCopy size={16} />}
              renderRoot={(props) => <Link to="/event-management/add-new" search={{ from: id }} {...props} />}
            >
              {t('events.action.duplicate')}
            </Menu.Item>
          </DisabledWithReason>
          {changes && (isCancellable || !isOnHome) && <Menu.Divider />}
          {isCancellable && (
            <DangerItem leftSection={<IconBan size={16} />} onClick={() => setCancelling(true)}>
              {t('events.cancel.action')}
            </DangerItem>
          )}
          {changes && !isOnHome && (
            <DangerItem leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
              {t('events.action.delete')}
            </DangerItem>
          )}
        </Menu.Dropdown>
      </Menu>
      {isCancellable && (
        <CancelModal
          event={event}
          opened={isCancelling}
          onClose={() => setCancelling(false)}
          onCancelled={() => setCancelling(false)}
        />
      )}
    </>
  )
}
