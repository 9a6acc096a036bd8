import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { useAuthorName } from './AuthorLine'
import { type Post, refreshPosts, showPost } from './queries'

/** Actions on a post that need no form: closing, pinning and removing. */
export function usePostActions(post: Post, onRemoved?: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const groupId = post.group.id
  const params = { path: { groupId, postId: post.id } }
  const refresh = () => refreshPosts(queryClient, groupId)
  const name = useAuthorName()(post.author)
  const show = (post: Post) => showPost(queryClient, groupId, post.id, () => post)
  const close = useMutation({
    mutationFn: (isClosed: boolean) =>
      answer(
        isClosed
          ? api.PUT('/group/{groupId}/post/{postId}/close', { params })
          : api.PUT('/group/{groupId}/post/{postId}/reopen', { params }),
      ),
    onSuccess: ({ data }, isClosed) => {
      show(data)
      toast.done(
        t(`posts.done.${isClosed ? 'closed' : 'reopened'}`, { name }),
        data.rights.canClose ? () => close.mutate(!isClosed) : undefined,
      )
    },
    onSettled: refresh,
  })
  const pin = useMutation({
    mutationFn: (isPinned: boolean) =>
      answer(
        isPinned
          ? api.PUT('/group/{groupId}/post/{postId}/pin', { params })
          : api.PUT('/group/{groupId}/post/{postId}/unpin', { params }),
      ),
    onSuccess: ({ data }, isPinned) => {
      show(data)
      toast.done(t(`posts.done.${isPinned ? 'pinned' : 'unpinned'}`, { name }), () => pin.mutate(!isPinned))
    },
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE('/group/{groupId}/post/{postId}', { params })),
    onSuccess: () => {
      toast.done(t('posts.done.removed', { name }))
      onRemoved?.()
    },
    onSettled: refresh,
  })
  return {
    toggleClosed: async () => {
      // Leaders can open it again, the author cannot.
      const agreed =
        post.isClosed ||
        post.rights.canPin ||
        (await confirm({
          title: t('posts.close.title'),
          message: t('posts.close.message'),
          confirm: t('posts.menu.close'),
        }))
      if (agreed) close.mutate(!post.isClosed)
    },
    togglePinned: () => pin.mutate(!post.isPinned),
    remove: async () => {
      const agreed = await confirm({
        title: t('posts.remove.title'),
        message: t('posts.remove.message'),
        confirm: t('posts.menu.remove'),
        dangerous: true,
      })
      if (agreed) remove.mutate()
    },
    isBusy: close.isPending || pin.isPending || remove.isPending,
  }
}
