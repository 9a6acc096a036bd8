import { Button, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { CommentForm } from './CommentForm'
import { CommentItem } from './CommentItem'
import classes from './Posts.module.css'
import { commentsQuery, type Post } from './queries'

interface CommentsProps {
  post: Post
  /** The comment to which a notification leads: it is scrolled to and marked, wherever it stands. */
  marked?: string
}

/** The comments on a post, oldest first, each followed by its answers, and the form for another one. */
export function Comments({ post, marked }: CommentsProps) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(commentsQuery(post.group.id, post.id, marked))
  if (!list.data) {
    if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    return <Skeleton height={72} radius="md" />
  }
  const comments = list.data.pages.flatMap(({ items }) => items)
  const isGone = marked !== undefined && comments.every(({ id }) => id !== marked)
  return (
    <>
      {isGone && <Text c="dimmed">{t('posts.comment.gone')}</Text>}
      {list.hasPreviousPage && (
        <Button
          variant="subtle"
          size="compact-md"
          style={{ alignSelf: 'flex-start' }}
          loading={list.isFetchingPreviousPage}
          onClick={() => void list.fetchPreviousPage()}
        >
          {t('posts.comment.earlier')}
        </Button>
      )}
      {comments.length === 0 && !post.rights.canAnswer && <Text c="dimmed">{t('posts.comment.none')}</Text>}
      {comments.length > 0 && (
        <ul className={classes.comments} aria-label={t('posts.comment.list')}>
          {comments.map((comment) => (
            <CommentItem key={comment.id} post={post} comment={comment} isMarked={comment.id === marked} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-md"
          style={{ alignSelf: 'flex-start' }}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('posts.comment.more')}
        </Button>
      )}
      {post.isClosed && <Text c="dimmed">{t('posts.comment.closed')}</Text>}
      <CommentForm post={post} />
    </>
  )
}
