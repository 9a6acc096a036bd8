import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconMessageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { CODE, isRefused } from '~/lib/apiError'
import { PostCard } from './PostCard'
import classes from './Posts.module.css'
import { postQuery } from './queries'

interface PostScreenProps {
  groupId: string
  postId: string
  /** The comment to which the address leads. */
  comment: string | undefined
  /** Opens the group's page, after the post was removed. */
  onRemoved: () => void
}

/** One post with its comments. */
export function PostScreen({ groupId, postId, comment, onRemoved }: PostScreenProps) {
  const { t } = useTranslation()
  const { data: post, error, refetch } = useQuery(postQuery(groupId, postId))
  const toGroup = (label: string) => (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={18} />}
      renderRoot={(props) => <Link {...props} to="/my-group/$groupId" params={{ groupId }} />}
    >
      {label}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('posts.single.title')}>
        {post && toGroup(t('posts.single.back', { group: post.group.name }))}
      </PageHeader>
      <div className={classes.stream}>
        {post && !isRefused(error, CODE.notFound) ? (
          <PostCard key={post.id} post={post} isWhole comment={comment} onRemoved={onRemoved} />
        ) : isRefused(error, CODE.notFound) ? (
          <EmptyState
            icon={IconMessageOff}
            title={t('posts.single.gone.title')}
            description={t('posts.single.gone.description')}
          >
            {toGroup(t('posts.single.gone.back'))}
          </EmptyState>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius="md" />
        )}
      </div>
    </>
  )
}
