import { Button, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast, toastError } from '~/components/toast'
import { useKeeping } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { ApiError, shows } from '~/lib/apiError'
import { lengthOf } from '~/lib/fieldLengths'
import { randomKey } from '~/lib/randomKey'
import { LONGEST_POST } from './bounds'
import { emptyDraft, isBegun, keepPostDraft, readPostDraft } from './draft'
import { PostFields } from './PostFields'
import classes from './Posts.module.css'
import { refreshPosts } from './queries'
import { typedSince } from './typedSince'

interface ComposerProps {
  /** Where the post is sent. When it changes, the written post goes there. */
  groupId: string
  /** Whether posts of the caller may have to wait for a leader's approval. */
  mayWait: boolean
  /** Hears whether a post is begun here, if only by an image on its way. */
  onFilled?: (isFilled: boolean) => void
}

/** Names the sending of posts, so that others know when one is under way. */
export const SENDING = ['send a post']

/** Writes a post. The draft is stored in this browser until the post is sent. */
export function Composer({ groupId, mayWait, onFilled }: ComposerProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => readPostDraft(groupId))
  const [error, setError] = useState<string | null>(null)
  // It is kept with every change; this tells that there is something to lose, so that the end of the session is said.
  useKeeping(() => isBegun(draft))
  const change = (part: { text?: string; images?: string[] }) => {
    setError(null)
    setDraft((before) => {
      // Every change makes another key: the server refuses a key that it got with another content.
      const next = { ...before, ...part, key: randomKey() }
      keepPostDraft(groupId, next)
      return next
    })
  }
  // Another group was chosen for the post, which moves along with its running uploads.
  const place = useRef(groupId)
  useEffect(() => {
    if (place.current === groupId) return
    if (isBegun(draft)) keepPostDraft(place.current, emptyDraft())
    place.current = groupId
    change({})
  })
  const send = useMutation({
    mutationKey: SENDING,
    // The group is that of the press: another one may be chosen before the answer.
    mutationFn: ({ groupId, text, images, key }: typeof draft & { groupId: string }) =>
      answer(
        api.POST('/group/{groupId}/post', {
          params: { path: { groupId }, header: { 'Idempotency-Key': key } },
          body: { text, images },
        }),
      ),
    onSuccess: ({ data }, sent) => {
      toast.done(t(`posts.done.${data.status === 'pending' ? 'sent' : 'published'}`))
      setDraft((now) => {
        const rest = {
          ...emptyDraft(),
          text: typedSince(now.text, sent.text),
          images: now.images.filter((image) => !sent.images.includes(image)),
        }
        keepPostDraft(place.current, rest)
        return rest
      })
      void refreshPosts(queryClient, sent.groupId)
    },
    onError: shows((failure) => {
      const messages = failure instanceof ApiError ? Object.values(failure.fields).flat() : []
      if (messages.length > 0) setError(messages.join(' '))
      else toastError(failure)
    }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isEmpty = draft.text.trim() === '' && draft.images.length === 0
    if (isEmpty) setError(t('posts.compose.empty'))
    else if (lengthOf(draft.text) > LONGEST_POST) setError(t('common.invalid.tooLong', { max: LONGEST_POST }))
    else if (!send.isPending) send.mutate({ ...draft, groupId })
  }
  return (
    <form noValidate className={classes.card} onSubmit={submit}>
      <PostFields
        label={t('posts.compose.label')}
        placeholder={t('posts.compose.placeholder')}
        text={draft.text}
        images={draft.images}
        error={error}
        onText={(text) => change({ text })}
        onImages={(images) => change({ images })}
        onFilled={onFilled}
      >
        <Button type="submit" leftSection={<IconSend size={18} />} loading={send.isPending}>
          {t(mayWait ? 'posts.compose.sendForApproval' : 'posts.compose.send')}
        </Button>
      </PostFields>
      {mayWait && (
        <Text size="sm" c="dimmed">
          {t('posts.compose.willWait')}
        </Text>
      )}
    </form>
  )
}
