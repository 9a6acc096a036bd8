import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { LoadMore } from '~/components/LoadMore'
import { NotificationItem } from './NotificationItem'
import classes from './Notifications.module.css'
import { notificationsQuery, useMarkAllRead, useUnread } from './queries'

/** All notifications or the unread ones, newest first; more of them come while scrolling. */
export function NotificationList() {
  const { t } = useTranslation()
  const [onlyUnread, setOnlyUnread] = useState(false)
  const unread = useUnread()
  const markAllRead = useMarkAllRead()
  return (
    <>
      <Group justify="space-between" mb="sm">
        <SegmentedControl
          aria-label={t('notifications.filter.label')}
          value={onlyUnread ? 'unread' : 'all'}
          onChange={(value) => setOnlyUnread(value === 'unread')}
          data={[
            { value: 'all', label: t('notifications.filter.all') },
            { value: 'unread', label: t('notifications.filter.unread') },
          ]}
        />
        <Button
          variant="default"
          leftSection={<IconChecks size={18} />}
          disabled={unread === 0}
          loading={markAllRead.isPending}
          onClick={() => markAllRead.mutate()}
        >
          {t('notifications.readAll')}
        </Button>
      </Group>
      <Items onlyUnread={onlyUnread} />
    </>
  )
}

function Items({ onlyUnread }: { onlyUnread: boolean }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(notificationsQuery(onlyUnread))
  if (!list.data) {
    if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    return <Skeleton height={320} radius="md" />
  }
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return (
      <EmptyState
        icon={IconBell}
        title={t(onlyUnread ? 'notifications.empty.unread' : 'notifications.empty.all')}
        description={t('notifications.empty.hint')}
      />
    )
  }
  return (
    <>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id}>
            <NotificationItem notification={item} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} label={t('notifications.more')} />
    </>
  )
}
