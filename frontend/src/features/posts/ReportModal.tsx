import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReasonModal } from '~/components/ReasonModal'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { refreshPosts } from './queries'

interface ReportModalProps {
  groupId: string
  postId: string
  /** The reported comment on the post; absent if the post itself is reported. */
  commentId?: string
  onClose: () => void
}

/** Reports a post or a comment to the leaders of the group. */
export function ReportModal({ groupId, postId, commentId, onClose }: ReportModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const path = { groupId, postId }
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { reason: string }) =>
      answer(
        commentId
          ? api.POST('/group/{groupId}/post/{postId}/comment/{id}/report', {
              params: { path: { ...path, id: commentId } },
              body,
            })
          : api.POST('/group/{groupId}/post/{postId}/report', { params: { path }, body }),
      ),
    onSuccess: () => {
      toast.done(t('posts.done.reported'))
      void refreshPosts(queryClient, groupId)
      onClose()
    },
  })
  return (
    <ReasonModal
      about={`report ${commentId ?? postId}`}
      title={t('posts.report.title')}
      label={t('posts.report.reason')}
      description={t('posts.report.hint')}
      action={t('posts.report.send')}
      missing={t('common.invalid.required')}
      isBusy={isPending}
      onClose={onClose}
      onSend={(reason, refuse) => mutate({ reason }, { onError: shows(refuse) })}
    />
  )
}
