import { Button, Group } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Post } from './queries'
import { RejectModal } from './RejectModal'
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
        <RejectModal
          count={1}
          onClose={() => setRejecting(false)}
          onReject={(reason) => {
            setRejecting(false)
            review.mutate({ posts: [post], action: 'reject', reason })
          }}
        />
      )}
    </Group>
  )
}
