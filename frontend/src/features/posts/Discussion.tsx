import { Stack, Title } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { InOrder } from '~/components/InOrder'
import type { Group, GroupDetails } from '~/features/groups/queries'
import { Composer } from './Composer'
import { PostCard } from './PostCard'
import { PostStream } from './PostStream'
import classes from './Posts.module.css'
import { newestOfGroupQuery, postsQuery } from './queries'

interface DiscussionProps {
  group: Group
  details: GroupDetails
}

/** The posts of a group, and the form for another one. Administrators, who are no members, only read. */
export function Discussion({ group, details }: DiscussionProps) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(postsQuery(group.id, 'approved'))
  const { data: newest } = useQuery(newestOfGroupQuery(group.id))
  const canWrite = details.myRole !== null && !group.archivedAt
  return (
    <InOrder className={classes.stream}>
      {canWrite && (
        <Composer
          groupId={group.id}
          mayWait={details.myRole === 'member' && details.postApproval === 'all'}
        />
      )}
      {details.myRole === 'member' && <OwnWaiting groupId={group.id} />}
      <PostStream
        list={list}
        newest={newest}
        empty={
          <EmptyState
            icon={IconMessages}
            title={t('posts.empty.title')}
            description={t(canWrite ? 'posts.empty.write' : 'posts.empty.read')}
          />
        }
      />
    </InOrder>
  )
}

/** The member's own posts that others do not see: waiting and rejected ones. */
function OwnWaiting({ groupId }: { groupId: string }) {
  const { t } = useTranslation()
  const pending = useInfiniteQuery(postsQuery(groupId, 'pending'))
  const rejected = useInfiniteQuery(postsQuery(groupId, 'rejected'))
  const own = [pending, rejected].flatMap(({ data }) => data?.pages.flatMap(({ items }) => items) ?? [])
  if (pending.isPending || rejected.isPending) return <div data-waiting />
  if (own.length === 0) return null
  return (
    <Stack component="section" gap="sm" aria-labelledby="own-waiting">
      <Title order={2} fz="md" id="own-waiting">
        {t('posts.own.title')}
      </Title>
      <ul className={classes.list}>
        {own.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}
