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
import { newestOfGroupQuery, type Post, postsQuery } from './queries'

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
  const waiting = useOwnWaiting(group.id, details.myRole === 'member')
  return (
    <InOrder className={classes.stream}>
      {canWrite && (
        <Composer
          groupId={group.id}
          mayWait={details.myRole === 'member' && details.postApproval === 'all'}
        />
      )}
      {!waiting && <div data-waiting />}
      {waiting && waiting.length > 0 && <OwnWaiting posts={waiting} />}
      <PostStream
        list={list}
        newest={newest}
        empty={
          // A member who reads an own post above has written the first one.
          waiting?.length === 0 && (
            <EmptyState
              icon={IconMessages}
              title={t('posts.empty.title')}
              description={t(canWrite ? 'posts.empty.write' : 'posts.empty.read')}
            />
          )
        }
      />
    </InOrder>
  )
}

/**
 * The member's own posts that others do not see, waiting and rejected ones; undefined until they are known. Leaders read
 * those of all elsewhere.
 */
function useOwnWaiting(groupId: string, enabled: boolean): Post[] | undefined {
  const pending = useInfiniteQuery({ ...postsQuery(groupId, 'pending'), enabled })
  const rejected = useInfiniteQuery({ ...postsQuery(groupId, 'rejected'), enabled })
  if (!enabled) return []
  if (pending.isPending || rejected.isPending) return undefined
  return [pending, rejected].flatMap(({ data }) => data?.pages.flatMap(({ items }) => items) ?? [])
}

function OwnWaiting({ posts }: { posts: readonly Post[] }) {
  const { t } = useTranslation()
  return (
    <Stack component="section" gap="sm" aria-labelledby="own-waiting">
      <Title order={2} fz="md" id="own-waiting">
        {t('posts.own.title')}
      </Title>
      <ul className={classes.list}>
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}
