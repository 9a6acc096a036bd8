import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { formatNumber } from '~/lib/numbers'
import { useAuthorName } from './AuthorLine'
import { type Post, refreshPosts } from './queries'

interface Decision {
  posts: readonly Post[]
  action: 'approve' | 'reject'
  reason?: string
}

/**
 * Approves or rejects waiting posts in the version that is shown, and says about how many nothing was decided, because they
 * were decided or changed meanwhile.
 */
export function useReview(groupId: string, onDone?: () => void) {
  const { t } = useTranslation()
  const nameOf = useAuthorName()
  const queryClient = useQueryClient()
  const describeLeft = (count: number, names: string[]) => {
    const number = formatNumber(count)
    if (names.length === 0) return t('posts.review.left', { count, number })
    return t('posts.review.leftDecided', { count, number, names: names.join(', ') })
  }
  return useMutation({
    mutationFn: ({ posts, action, reason }: Decision) =>
      answer(
        api.PUT('/group/{groupId}/post/review', {
          params: { path: { groupId } },
          body: {
            ids: posts.map(({ id }) => id),
            versions: Object.fromEntries(posts.map(({ id, version }) => [id, version])),
            action,
            reason,
          },
        }),
      ),
    onSuccess: ({ data }, { posts, action }) => {
      const left = data.left.length
      const decided = posts.filter(({ id }) => data.decided.includes(id))
      const [first] = decided
      if (first && decided.length === 1) toast.done(t(`posts.done.${action}`, { name: nameOf(first.author) }))
      else if (first)
        toast.done(
          t(`posts.done.several.${action}`, { count: decided.length, number: formatNumber(decided.length) }),
        )
      if (left > 0) toast.info(describeLeft(left, data.leftDecidedBy))
      onDone?.()
    },
    onSettled: () => refreshPosts(queryClient, groupId),
  })
}
