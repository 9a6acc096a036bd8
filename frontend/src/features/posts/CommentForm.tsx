import { ActionIcon, Group, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { toastError } from '~/components/toast'
import { useKeptText } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { ApiError, CODE, isRefused, shows } from '~/lib/apiError'
import { lengthOf } from '~/lib/fieldLengths'
import { useAuthorName } from './AuthorLine'
import { LONGEST_COMMENT } from './bounds'
import { type Comment, type Post, refreshComments, refreshPosts, showPost } from './queries'
import { typedSince } from './typedSince'

interface CommentFormProps {
  post: Post
  /** The comment that is answered; absent for a comment on the post. */
  to?: Comment
  onSent?: () => void
}

/**
 * Writes a comment. The text stays in the field if sending fails, and also when the post takes no more comments: then it
 * can be copied. People who may not comment and have typed nothing see nothing.
 */
export function CommentForm({ post, to, onSent }: CommentFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const authorName = useAuthorName()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const written = useRef(text)
  useEffect(() => {
    written.current = text
  })
  useKeptText(`comment ${post.id} ${to?.id ?? ''}`, text, '', setText)
  const groupId = post.group.id
  const { mutate, isPending } = useMutation({
    mutationFn: (text: string) =>
      answer(
        api.POST('/group/{groupId}/post/{postId}/comment', {
          params: { path: { groupId, postId: post.id } },
          body: { text, parentId: to?.id },
        }),
      ),
    onSuccess: async (_, sent) => {
      const rest = typedSince(written.current, sent)
      setText(rest)
      setRefusal(null)
      const change = (before: Post) => ({ ...before, commentCount: before.commentCount + 1 })
      showPost(queryClient, groupId, post.id, change)
      await refreshComments(queryClient, groupId, post.id)
      if (rest === '') onSent?.()
    },
    onError: shows((failure) => {
      const messages = failure instanceof ApiError ? (failure.fields.text ?? []) : []
      if (messages.length === 0) return toastError(failure)
      setRefusal(messages.join(' '))
      field.current?.focus()
    }),
    onSettled: (_, failure) => {
      // The post was closed or removed meanwhile.
      if (isRefused(failure, CODE.eventClosed) || isRefused(failure, CODE.notFound))
        void refreshPosts(queryClient, groupId)
    },
  })
  const { canAnswer } = post.rights
  const isTooLong = lengthOf(text) > LONGEST_COMMENT
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (canAnswer && text.trim() !== '' && !isTooLong && !isPending) mutate(text)
  }
  const label = to ? t('posts.comment.replyTo', { name: authorName(to.author) }) : t('posts.comment.label')
  if (!canAnswer && text.trim() === '') return null
  return (
    <form noValidate onSubmit={send}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Textarea
          flex={1}
          aria-label={label}
          placeholder={to ? label : t('posts.comment.placeholder')}
          autosize
          minRows={1}
          maxRows={8}
          data-autofocus={to ? true : undefined}
          autoFocus={Boolean(to)}
          readOnly={!canAnswer}
          description={canAnswer ? undefined : t('posts.comment.unsent')}
          value={text}
          ref={field}
          error={isTooLong ? t('common.invalid.tooLong', { max: LONGEST_COMMENT }) : refusal}
          onChange={({ currentTarget }) => {
            setRefusal(null)
            setText(currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
          }}
        />
        {canAnswer ? (
          <ActionIcon
            type="submit"
            size={36}
            aria-label={t('posts.comment.send')}
            loading={isPending}
            disabled={text.trim() === '' || isTooLong}
          >
            <IconSend size={18} />
          </ActionIcon>
        ) : (
          <CopyButton value={text} />
        )}
      </Group>
    </form>
  )
}
