import { Button, Group } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonModal } from '~/components/ReasonModal'
import { formatNumber } from '~/lib/numbers'
import type { Post } from './queries'
import { useReview } from './useReview'

/** Approves or rejects one post. */
export function ReviewButtons({ post }: { post: Post }) {
  const { t } = useTranslation()
  const [isRejecting, setRejecting] = useState(false)
  const review = useReview(post.group.id)
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconCheck size={18} />}
        loading={review.isPending}
        onClick={() => review.mutate({ posts: [post], action: 'approve' })}
      >
        {t('posts.review.approve')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconX size={18} />}
        disabled={review.isPending}
        onClick={() => setRejecting(true)}
      >
        {t('posts.review.reject')}
      </Button>
      {isRejecting && (
        <ReasonModal
          about={`reject ${post.id}`}
          title={t('posts.review.rejectTitle', { count: 1, number: formatNumber(1) })}
          label={t('posts.review.reason')}
          description={t('posts.review.reasonHint')}
          action={t('posts.review.reject')}
          onClose={() => setRejecting(false)}
          onSend={(reason) => {
            setRejecting(false)
            review.mutate({ posts: [post], action: 'reject', reason: reason || undefined })
          }}
        />
      )}
    </Group>
  )
}
