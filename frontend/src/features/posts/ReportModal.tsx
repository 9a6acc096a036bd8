import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { LIMITS } from '~/lib/fieldLengths'
import { requiredText } from '~/lib/validators'
import { refreshPosts } from './queries'

interface ReportModalProps {
  groupId: string
  postId: string
  /** The reported comment on the post; absent if the post itself is reported. */
  commentId?: string
  onClose: () => void
}

/** Tells the leaders of the group what is wrong with a post or a comment. */
export function ReportModal({ groupId, postId, commentId, onClose }: ReportModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { reason: '' },
    validate: { reason: requiredText(LIMITS.reason) },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { reason: string }) =>
      answer(
        commentId
          ? api.POST('/group/{groupId}/post/{postId}/comment/{id}/report', {
              params: { path: { groupId, postId, id: commentId } },
              body,
            })
          : api.POST('/group/{groupId}/post/{postId}/report', {
              params: { path: { groupId, postId } },
              body,
            }),
      ),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      void refreshPosts(queryClient, groupId)
      onClose()
    },
    onError: showFormError(form),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('posts.report.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          (body) => mutate(body),
          (errors) => focusFirstError(form, Object.keys(errors)),
        )}
      >
        <Stack>
          <Textarea
            label={t('posts.report.reason')}
            description={t('posts.report.hint')}
            withAsterisk
            autosize
            minRows={3}
            data-autofocus
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('posts.report.send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
