import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { useAuthorName } from './AuthorLine'
import { type Comment, type Post, refreshComments, showComment, showPost } from './queries'

/** Actions on a comment other than answering and reporting: liking, changing and removing. */
export function useCommentActions(post: Post, comment: Comment) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const nameOf = useAuthorName()
  const [groupId, postId] = [post.group.id, post.id]
  const params = { path: { groupId, postId, id: comment.id } }
  const show = (change: (comment: Comment) => Comment) =>
    showComment(queryClient, groupId, postId, comment.id, change)
  const refresh = () => refreshComments(queryClient, groupId, postId)
  const like = useMutation({
    mutationFn: (isLiked: boolean) =>
      answer(
        isLiked
          ? api.PUT('/group/{groupId}/post/{postId}/comment/{id}/like', { params })
          : api.DELETE('/group/{groupId}/post/{postId}/comment/{id}/like', { params }),
      ),
    onSuccess: ({ data }) => show((before) => ({ ...before, ...data })),
    onSettled: (_, failure) => failure && refresh(),
  })
  const change = useMutation({
    mutationFn: (text: string) =>
      answer(api.PUT('/group/{groupId}/post/{postId}/comment/{id}', { params, body: { text } })),
    onSuccess: ({ data }) => show(() => data),
  })
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE('/group/{groupId}/post/{postId}/comment/{id}', { params })),
    onSuccess: () => {
      toast.done(t('posts.done.commentRemoved', { name: nameOf(comment.author) }))
      showPost(queryClient, groupId, postId, (before) => ({
        ...before,
        commentCount: before.commentCount - 1,
      }))
    },
    onSettled: refresh,
  })
  return {
    toggleLike: () => like.mutate(!comment.isLiked),
    save: (text: string, onSaved: () => void) => change.mutate(text, { onSuccess: onSaved }),
    isSaving: change.isPending,
    remove: async () => {
      const agreed = await confirm({
        title: t('posts.comment.confirmRemove.title'),
        message: t('posts.comment.confirmRemove.message'),
        confirm: t('posts.comment.remove'),
        dangerous: true,
      })
      if (agreed) remove.mutate()
    },
    isRemoving: remove.isPending,
  }
}
