import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatRelative } from '~/lib/dates'
import { isErased } from './erased'
import type { Post, PostAuthor } from './queries'

/** Returns a function that gives the name of an author, or "former member" if the account was deleted. */
export function useAuthorName() {
  const { t } = useTranslation()
  return (author: PostAuthor | null) => author?.fullName ?? t('posts.author.former')
}

const MINUTE = 60 * 1000

/** Younger times, in milliseconds, are shown like "5 minutes ago" instead of as a date. */
const RECENT = 24 * 60 * 60 * 1000

/** When something was written: as a date, or how long ago if that is less than a day. */
export function When({ at }: { at: string }) {
  const { t } = useTranslation()
  const now = Date.now()
  const age = now - Date.parse(at)
  return (
    <time dateTime={at} title={formatDateTime(at)} style={{ whiteSpace: 'nowrap' }}>
      {age < MINUTE ? t('posts.justNow') : age < RECENT ? formatRelative(at, now) : formatDateTime(at)}
    </time>
  )
}

interface AuthorLineProps {
  post: Post
  /** Whether to name the group, as in a list of posts of several groups. */
  withGroup: boolean
}

/** The author of a post, its group and time; the time is a link to the post. */
export function AuthorLine({ post, withGroup }: AuthorLineProps) {
  const { t } = useTranslation()
  const name = useAuthorName()(post.author)
  const { group, editedAt } = post
  return (
    <>
      <Text fw={600} component="div" id={`author-${post.id}`}>
        {name}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {withGroup && (
          <>
            <Anchor
              c="dimmed"
              underline="always"
              renderRoot={(props) => (
                <Link {...props} to="/my-group/$groupId" params={{ groupId: group.id }} />
              )}
            >
              {group.name}
            </Anchor>
            {' · '}
          </>
        )}
        <Anchor
          c="dimmed"
          aria-description={t('posts.open')}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/my-group/$groupId/$postId"
              params={{ groupId: group.id, postId: post.id }}
            />
          )}
        >
          <When at={post.approvedAt ?? post.submittedAt} />
        </Anchor>
        {editedAt && !isErased(post) && ` · ${t('posts.edited')}`}
      </Text>
    </>
  )
}
