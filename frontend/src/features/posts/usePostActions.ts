import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { type Post, refreshPosts, showPost } from './queries'

/** Actions on a post that need no form: liking, closing, pinning and removing. */
export function usePostActions(post: Post, onRemoved?: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const groupId = post.group.id
  const params = { path: { groupId, postId: post.id } }
  const refresh = () => refreshPosts(queryClient, groupId)
  const done = ({ data, messages }: { data: Post; messages: string[] }) => {
    toast.success(messages)
    showPost(queryClient, groupId, post.id, () => data)
  }
  const close = useMutation({
    mutationFn: () =>
      answer(
        post.isClosed
          ? api.PUT('/group/{groupId}/post/{postId}/reopen', { params })
          : api.PUT('/group/{groupId}/post/{postId}/close', { params }),
      ),
    onSuccess: done,
    onSettled: refresh,
  })
  const pin = useMutation({
    mutationFn: () =>
      answer(
        post.isPinned
          ? api.PUT('/group/{groupId}/post/{postId}/unpin', { params })
          : api.PUT('/group/{groupId}/post/{postId}/pin', { params }),
      ),
    onSuccess: done,
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE('/group/{groupId}/post/{postId}', { params })),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      onRemoved?.()
    },
    onSettled: refresh,
  })
  const like = useMutation({
    mutationFn: (isLiked: boolean) =>
      answer(
        isLiked
          ? api.PUT('/group/{groupId}/post/{postId}/like', { params })
          : api.DELETE('/group/{groupId}/post/{postId}/like', { params }),
      ),
    onMutate: (isLiked) => {
      const change = (before: Post) => ({
        ...before,
        isLiked,
        likeCount: before.likeCount + Number(isLiked) - Number(before.isLiked),
      })
      showPost(queryClient, groupId, post.id, change)
    },
    onSuccess: ({ data }) => showPost(queryClient, groupId, post.id, (before) => ({ ...before, ...data })),
    onSettled: (_, failure) => failure && refresh(),
  })
  return {
    toggleClosed: () => close.mutate(),
    togglePinned: () => pin.mutate(),
    toggleLike: () => like.mutate(!post.isLiked),
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
