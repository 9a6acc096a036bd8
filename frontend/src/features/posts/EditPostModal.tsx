import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { FormModal } from '~/components/FormModal'
import { toast, toastError } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptText } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { ApiError, shows } from '~/lib/apiError'
import { lengthOf } from '~/lib/fieldLengths'
import { focusOnMount } from '~/lib/focusOnMount'
import { formatNumber } from '~/lib/numbers'
import { LONGEST_POST } from './bounds'
import { PostFields } from './PostFields'
import { type Post, refreshPosts, showPost } from './queries'

interface EditPostModalProps {
  post: Post
  onClose: () => void
}

export function EditPostModal({ post, onClose }: EditPostModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const groupId = post.group.id
  const [text, setText] = useState(post.text)
  const [images, setImages] = useState<string[]>(post.images)
  const [error, setError] = useState<string | null>(null)
  const conflict = useConflict({
    form: {
      getValues: () => ({ text, images }),
      setFieldValue: (path: string, value: never) => (path === 'text' ? setText(value) : setImages(value)),
      // These fields are never reset.
      resetDirty: () => undefined,
      showError: (failure: Error) => {
        const messages = failure instanceof ApiError ? Object.values(failure.fields).flat() : []
        if (messages.length > 0) setError(messages.join(' '))
        else toastError(failure)
      },
    },
    stored: post,
    valuesOf: ({ text, images }: Post): { text: string; images: string[] } => ({ text, images }),
    fields: [
      { path: 'text', label: t('posts.edit.label') },
      {
        path: 'images',
        label: t('posts.compose.images'),
        say: (images: string[]) => formatNumber(images.length),
      },
    ],
  })
  const known = conflict.read ?? post
  // Another leader has decided about it, so this one may not change it any more.
  const isDecided = !known.rights.canEdit && known.status !== 'pending'
  useKeptText(`edit post ${post.id}`, text, known.text, setText)
  const isChanged = text !== known.text || images.join() !== known.images.join()
  const save = useMutation({
    mutationFn: () =>
      answer(
        api.PUT('/group/{groupId}/post/{postId}', {
          params: { path: { groupId, postId: post.id } },
          body: { text, images, version: conflict.version },
        }),
      ),
    onSuccess: ({ data }) => {
      toast.done(t(`posts.done.${data.status === 'pending' ? 'savedWaits' : 'saved'}`))
      showPost(queryClient, groupId, post.id, () => data)
      void refreshPosts(queryClient, groupId)
      onClose()
    },
    onError: shows(conflict.refuse),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' && images.length === 0) setError(t('posts.compose.empty'))
    else if (lengthOf(text) > LONGEST_POST) setError(t('common.invalid.tooLong', { max: LONGEST_POST }))
    else if (!save.isPending && !isDecided) save.mutate()
  }
  const close = () => {
    // Only now, because the list of waiting posts no longer has it.
    if (isDecided) void refreshPosts(queryClient, groupId)
    onClose()
  }
  return (
    <FormModal opened size="lg" isChanged={isChanged} onClose={close} title={t('posts.edit.title')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          {isDecided ? <Decided post={known} /> : conflict.notice}
          {known.status === 'approved' && !isDecided && (
            <Text size="sm" c="dimmed">
              {t('posts.edit.waitsAgain')}
            </Text>
          )}
          <PostFields
            label={t('posts.edit.label')}
            text={text}
            images={images}
            error={error}
            onText={(next) => {
              setError(null)
              setText(next)
            }}
            onImages={setImages}
          >
            {isDecided ? (
              <CopyButton value={text} label={t('posts.edit.decided.copy')} />
            ) : (
              <Button type="submit" loading={save.isPending}>
                {t('posts.edit.save')}
              </Button>
            )}
          </PostFields>
        </Stack>
      </form>
    </FormModal>
  )
}

/** The stored post, beside the text that was typed and cannot be saved any more. */
function Decided({ post }: { post: Post }) {
  const { t } = useTranslation()
  return (
    <Alert
      color="marigold"
      icon={<IconUsers size={18} />}
      title={t(`posts.edit.decided.${post.status === 'approved' ? 'approved' : 'rejected'}`)}
      role="alert"
      tabIndex={-1}
      ref={focusOnMount}
    >
      <Stack gap="xs">
        <Text size="sm">{t('posts.edit.decided.note')}</Text>
        <Text size="sm" fw={600}>
          {t('posts.edit.decided.theirs')}
        </Text>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {post.text || t('common.conflict.empty')}
        </Text>
      </Stack>
    </Alert>
  )
}
