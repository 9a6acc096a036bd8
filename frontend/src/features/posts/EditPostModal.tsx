import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '~/components/FormModal'
import { toast, toastError } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptText } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { ApiError, shows } from '~/lib/apiError'
import { lengthOf } from '~/lib/fieldLengths'
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
    else if (!save.isPending) save.mutate()
  }
  return (
    <FormModal opened size="lg" isChanged={isChanged} onClose={onClose} title={t('posts.edit.title')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          {conflict.notice}
          {post.status === 'approved' && (
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
            <Button type="submit" loading={save.isPending}>
              {t('posts.edit.save')}
            </Button>
          </PostFields>
        </Stack>
      </form>
    </FormModal>
  )
}
