import { Alert, Button, Group, Text } from '@mantine/core'
import {
  IconAlertCircle,
  IconClock,
  IconLock,
  IconMessageCircle,
  IconPin,
  IconTrophy,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonAvatar } from '~/components/PersonAvatar'
import { Pill } from '~/components/Pill'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { AuthorLine, useAuthorName } from './AuthorLine'
import { Comments } from './Comments'
import { isErased } from './erased'
import { PostImages } from './PostImages'
import { PostMenu } from './PostMenu'
import classes from './Posts.module.css'
import { PostText } from './PostText'
import type { Post } from './queries'
import { ReactionButton } from './ReactionButton'
import { ReactionSummary } from './ReactionSummary'
import { RecapBest } from './RecapBest'
import { ReviewButtons } from './ReviewButtons'

interface PostCardProps {
  post: Post
  /** Whether to name the group, as in a list of posts of several groups. */
  withGroup?: boolean
  /** Whether to show the whole text and the comments, as on the post's own page. */
  isWhole?: boolean
  /** The comment to which the address leads. */
  comment?: string
  onRemoved?: () => void
}

/** A post with buttons for everything that the caller may do with it. */
export function PostCard({ post, withGroup = false, isWhole = false, comment, onRemoved }: PostCardProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isWhole)
  const name = useAuthorName()(post.author)
  const { commentCount, status, rights } = post
  return (
    <article className={classes.card} aria-labelledby={`author-${post.id}`}>
      <div className={classes.head}>
        <PersonAvatar src={post.author?.avatar} fullName={name} />
        <div className={classes.who}>
          <AuthorLine post={post} withGroup={withGroup} />
        </div>
        <PostMenu post={post} onRemoved={onRemoved} />
      </div>
      <Marks post={post} />
      {isErased(post) ? (
        <Text c="dimmed" fs="italic">
          {t('posts.erased')}
        </Text>
      ) : (
        <PostText text={post.text} isWhole={isWhole} />
      )}
      {post.recap && <RecapBest groupId={post.group.id} recap={post.recap} />}
      <PostImages images={post.images} previews={post.previews} author={name} />
      {rights.canReview && <ReviewButtons post={post} />}
      {status === 'approved' && <ReactionSummary post={post} />}
      {status === 'approved' && (
        <div className={classes.answers}>
          <ReactionButton post={post} />
          <Button
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            leftSection={<IconMessageCircle size={18} />}
            onClick={() => setOpen(!isOpen)}
          >
            {commentCount > 0
              ? t('posts.comment.count', { count: commentCount, number: formatNumber(commentCount) })
              : t('posts.comment.action')}
          </Button>
        </div>
      )}
      {isOpen && status === 'approved' && <Comments post={post} marked={comment} />}
    </article>
  )
}

/** Says that a post is pinned, closed, pending or rejected. */
function Marks({ post }: { post: Post }) {
  const { t } = useTranslation()
  const { isPinned, isClosed, recap, status, reason, submittedAt, rights } = post
  return (
    <>
      {(isPinned || isClosed || recap) && (
        <Group gap="xs">
          {isPinned && (
            <Pill color="jade" icon={IconPin}>
              {t('posts.pinned')}
            </Pill>
          )}
          {isClosed && (
            <Pill color="gray" icon={IconLock}>
              {t('posts.closed')}
            </Pill>
          )}
          {recap && (
            <Pill color="marigold" icon={IconTrophy}>
              {t('posts.recap.mark')}
            </Pill>
          )}
        </Group>
      )}
      {status === 'pending' && !rights.canReview && (
        <Alert color="marigold" icon={<IconClock />} title={t('posts.pending')}>
          {t('posts.pendingSince', { at: formatDateTime(submittedAt) })}
        </Alert>
      )}
      {status === 'rejected' && (
        <Alert color="red" icon={<IconAlertCircle />} title={t('posts.rejected')}>
          {reason && <div>{t('posts.reason', { reason })}</div>}
          {t('posts.rejectedHint')}
        </Alert>
      )}
    </>
  )
}
