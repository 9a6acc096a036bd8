import { Button, Skeleton, Text } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { LoadMore } from '~/components/LoadMore'
import { PostCard } from './PostCard'
import classes from './Posts.module.css'
import type { Post, PostList } from './queries'

interface PostStreamProps {
  list: UseInfiniteQueryResult<InfiniteData<PostList>>
  /** The first post on the server now, without regard to pinned ones; undefined while it is unknown. */
  newest: Post | undefined
  /** Whether the order is that of the last activity, so that a comment moves an old post to the top. */
  isByActivity?: boolean
  /** Whether to name the group, as in a list of posts of several groups. */
  withGroup?: boolean
  /** Shown when there are no posts. */
  empty: ReactNode
}

/**
 * A list of posts that loads more while scrolling. New posts would move the ones being read, so they are not inserted:
 * a button announces them, and shows them.
 */
export function PostStream({ list, newest, isByActivity, withGroup, empty }: PostStreamProps) {
  const { t } = useTranslation()
  if (!list.data) {
    if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    return <Skeleton height={240} radius="md" />
  }
  const posts = unique(list.data.pages.flatMap(({ items }) => items))
  const known = isByActivity ? posts.slice(0, 1) : posts
  const isBehind = newest && !list.isFetching && !known.some(({ id }) => id === newest.id)
  const showNew = async () => {
    await list.refetch()
    window.scrollTo({ top: 0 })
  }
  return (
    <>
      {isBehind && (
        <Button
          className={classes.hint}
          radius="xl"
          leftSection={<IconArrowUp size={18} />}
          onClick={() => void showNew()}
        >
          {t(isByActivity ? 'posts.stream.newActivity' : 'posts.stream.new')}
        </Button>
      )}
      {posts.length === 0 && empty}
      {posts.length > 0 && (
        <ul className={classes.list} aria-label={t('posts.stream.label')}>
          {posts.map((post) => (
            <li key={post.id}>
              <PostCard post={post} withGroup={withGroup} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} label={t('posts.stream.more')} />
      {!list.hasNextPage && posts.length > 5 && (
        <Text c="dimmed" ta="center">
          {t('posts.stream.end')}
        </Text>
      )}
    </>
  )
}

/** Removes repeated posts, keeping the first of each: a post that moved up between the loading of two parts is in both. */
function unique(posts: Post[]): Post[] {
  return [...new Map(posts.toReversed().map((post) => [post.id, post])).values()].toReversed()
}
