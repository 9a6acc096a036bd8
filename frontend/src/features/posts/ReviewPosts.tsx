import { Button, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconChecks, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { LoadMore } from '~/components/LoadMore'
import { ReasonModal } from '~/components/ReasonModal'
import { type Group as GroupOfPosts, SHARED_LIST } from '~/features/groups/queries'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { useAuthorName } from './AuthorLine'
import { PostCard } from './PostCard'
import classes from './Posts.module.css'
import { type Post, postsQuery } from './queries'
import { Reports } from './Reports'
import { useReview } from './useReview'

interface ReviewPostsProps {
  group: GroupOfPosts
  /** The reported post or comment to which the address leads. */
  report: string | undefined
}

/** The open decisions of a group's leaders: posts that wait for approval, and reports. */
export function ReviewPosts({ group, report }: ReviewPostsProps) {
  const isArchived = group.archivedAt !== null
  return (
    <div className={classes.stream}>
      <Queue groupId={group.id} isArchived={isArchived} />
      <Reports groupId={group.id} marked={report} />
    </div>
  )
}

function Queue({ groupId, isArchived }: { groupId: string; isArchived: boolean }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery({ ...postsQuery(groupId, 'pending'), ...SHARED_LIST })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [rejected, setRejected] = useState<readonly Post[] | null>(null)
  const review = useReview(groupId, () => setChosen(new Set()))
  if (!list.data) {
    if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
    return <Skeleton height={240} radius="md" />
  }
  const posts = list.data.pages.flatMap(({ items }) => items)
  if (posts.length === 0)
    return (
      <EmptyState
        icon={IconChecks}
        title={t('posts.review.empty.title')}
        description={t('posts.review.empty.description')}
      />
    )
  const selected = posts.filter(({ id }) => chosen.has(id))
  const approve = (posts: readonly Post[]) => review.mutate({ posts, action: 'approve' })
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <Stack component="section" gap="md" aria-labelledby="review-queue">
      <Title order={2} fz="lg" id="review-queue">
        {t('posts.review.queue')}
      </Title>
      {isArchived ? (
        <Text c="dimmed">{t('posts.review.readOnly')}</Text>
      ) : (
        <>
          <Group justify="space-between" gap="sm">
            <Checkbox
              label={
                selected.length > 0
                  ? t('posts.review.selected', {
                      count: selected.length,
                      number: formatNumber(selected.length),
                    })
                  : t('posts.review.selectAll')
              }
              checked={selected.length === posts.length}
              indeterminate={selected.length > 0 && selected.length < posts.length}
              onChange={() =>
                setChosen(selected.length === posts.length ? new Set() : new Set(posts.map(({ id }) => id)))
              }
            />
            {selected.length > 0 && (
              <Group gap="sm">
                <Button
                  leftSection={<IconCheck size={18} />}
                  loading={review.isPending}
                  onClick={() => approve(selected)}
                >
                  {t('posts.review.approveSelected', {
                    count: selected.length,
                    number: formatNumber(selected.length),
                  })}
                </Button>
                <Button
                  variant="default"
                  leftSection={<IconX size={18} />}
                  disabled={review.isPending}
                  onClick={() => setRejected(selected)}
                >
                  {t('posts.review.rejectSelected', {
                    count: selected.length,
                    number: formatNumber(selected.length),
                  })}
                </Button>
              </Group>
            )}
          </Group>
          <Text size="sm" c="dimmed" visibleFrom="sm">
            {t('posts.review.keys')}
          </Text>
        </>
      )}
      <ul className={classes.list}>
        {posts.map((post) => (
          <WaitingPost
            key={post.id}
            post={post}
            isChosen={chosen.has(post.id)}
            onToggle={() => toggle(post.id)}
            onApprove={() => approve([post])}
            onReject={() => setRejected([post])}
          />
        ))}
      </ul>
      <LoadMore list={list} label={t('posts.review.more')} />
      {rejected && (
        <ReasonModal
          about={`reject ${rejected.map(({ id }) => id).join(' ')}`}
          title={t('posts.review.rejectTitle', {
            count: rejected.length,
            number: formatNumber(rejected.length),
          })}
          label={t('posts.review.reason')}
          description={t('posts.review.reasonHint')}
          action={t('posts.review.reject')}
          onClose={() => setRejected(null)}
          onSend={(reason) => {
            review.mutate({ posts: rejected, action: 'reject', reason: reason || undefined })
            setRejected(null)
          }}
        />
      )}
    </Stack>
  )
}

interface WaitingPostProps {
  post: Post
  isChosen: boolean
  onToggle: () => void
  onApprove: () => void
  onReject: () => void
}

/** One waiting post. While its checkbox has the focus, the key A approves the post and R rejects it. */
function WaitingPost({ post, isChosen, onToggle, onApprove, onReject }: WaitingPostProps) {
  const { t } = useTranslation()
  const name = useAuthorName()(post.author)
  const decide = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !post.rights.canReview) return
    const key = event.key.toLowerCase()
    if (key === 'a') onApprove()
    else if (key === 'r') {
      // Keeps the letter out of the text field of the dialog, which gets the focus.
      event.preventDefault()
      onReject()
    }
  }
  return (
    <li>
      <Stack gap="xs">
        {post.rights.canReview && (
          <Group gap="sm">
            <Checkbox
              aria-label={t('posts.review.select', { name })}
              aria-keyshortcuts="A R"
              checked={isChosen}
              onChange={onToggle}
              onKeyDown={decide}
            />
            <Text size="sm" c="dimmed">
              {t('posts.review.since', { at: formatDateTime(post.submittedAt) })}
            </Text>
          </Group>
        )}
        <PostCard post={post} />
      </Stack>
    </li>
  )
}
