import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '~/lib/dates'
import classes from './Notifications.module.css'
import { type Notification, useMarkRead } from './queries'

/** A notification; a press marks it as read and goes where it leads. */
export function NotificationItem({ notification }: { notification: Notification }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const markRead = useMarkRead()
  const { id, title, content, link, readAt, createdAt } = notification
  const isUnread = readAt === null
  return (
    <UnstyledButton
      component="a"
      href={link}
      className={classes.item}
      data-unread={isUnread || undefined}
      onClick={(event) => {
        if (isUnread) markRead.mutate(id)
        // A press that opens a tab or window stays the browser's.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate({ href: link })
      }}
    >
      <span className={classes.dot} aria-hidden />
      <span className={classes.words}>
        <Text component="span" display="block" fw={isUnread ? 600 : 500}>
          {isUnread && <VisuallyHidden>{t('notifications.unread')} </VisuallyHidden>}
          {title}
        </Text>
        <Text component="span" display="block" size="sm">
          {content}
        </Text>
        <Text component="time" dateTime={createdAt} display="block" size="xs" c="dimmed">
          {formatDateTime(createdAt)}
        </Text>
      </span>
    </UnstyledButton>
  )
}
