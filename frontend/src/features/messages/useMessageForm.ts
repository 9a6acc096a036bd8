import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { confirm } from '~/components/confirm'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { toast, toastError } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { LIMITS, lengthOf, requiredText } from '~/lib/limits'
import { formatNumber } from '~/lib/money'
import { countQuery, type Message, messagesKey } from './queries'
import { keyOf, segmentOf, useSegmentName } from './segments'

interface Edited {
  event: components['schemas']['Event']
  message: Message | null
  words?: Message
  onDone: () => void
}

/** What follows once the words are saved. */
type Then = 'save' | 'test' | 'schedule' | 'send'

/** The form of one message; every way to leave it saves first, so that what is sent is what stands here. */
export function useMessageForm({ event, message, words, onDone }: Edited) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const nameOf = useSegmentName(event.tickets)
  // Saved, and the step after it refused: the next attempt changes the same message instead of writing a second.
  const [stored, setStored] = useState(message)
  const form = useForm({
    initialValues: {
      to: words ? keyOf(words.segment) : 'all',
      subject: words?.subject ?? '',
      content: words?.content ?? '',
    },
    validate: {
      subject: requiredText(LIMITS.title),
      content: (html) =>
        lengthOf(html.replace(/<[^>]*>/g, '')) === 0
          ? t('common.invalid.required')
          : requiredText(LIMITS.longText)(html),
    },
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: messagesKey(event.id) })

  const store = async ({ to, subject, content }: typeof form.values) => {
    const body = { subject, content, segment: segmentOf(to) }
    const path = { eventId: event.id }
    const saved = await answer(
      stored
        ? api.PUT('/event/{eventId}/messages/{id}', {
            params: { path: { ...path, id: stored.id } },
            body: { ...body, version: stored.version },
          })
        : api.POST('/event/{eventId}/messages', { params: { path }, body }),
    )
    setStored(saved.data)
    return saved
  }

  const { mutate, isPending } = useMutation({
    mutationFn: async ({
      values,
      then,
      sendAt,
    }: {
      values: typeof form.values
      then: Then
      sendAt?: string
    }) => {
      const saved = await store(values)
      const params = { path: { eventId: event.id, id: saved.data.id } }
      if (then === 'save') return saved
      if (then === 'test') return answer(api.POST('/event/{eventId}/messages/{id}/test', { params }))
      const body = { sendAt, version: saved.data.version }
      return answer(api.POST('/event/{eventId}/messages/{id}/send', { params, body }))
    },
    onSuccess: ({ messages }, { then }) => {
      toast.success(messages)
      if (then !== 'test') onDone()
    },
    onError: showFormError(form),
    onSettled: refresh,
  })

  /** Asks with the number as it is at this moment. */
  const agrees = async ({ to, subject }: typeof form.values) => {
    const segment = segmentOf(to)
    const { recipients } = await queryClient.fetchQuery(countQuery(event.id, segment))
    if (recipients === 0) {
      toast.error(t('messages.confirm.nobody'))
      return false
    }
    const number = formatNumber(recipients)
    return confirm({
      title: t('messages.confirm.title', { number }),
      message: t('messages.confirm.message', { subject, segment: nameOf(segment) }),
      confirm: t('messages.confirm.yes', { number }),
    })
  }

  const submit = (then: Then, sendAt?: string) =>
    form.onSubmit(
      async (values) => {
        if (then === 'send' && !(await agrees(values).catch(refused))) return
        mutate({ values, then, sendAt })
      },
      (errors) => focusFirstError(form, Object.keys(errors)),
    )

  const end = useMutation({
    mutationFn: (how: 'callOff' | 'remove') => {
      const params = { path: { eventId: event.id, id: stored?.id ?? '' } }
      return how === 'callOff'
        ? answer(api.POST('/event/{eventId}/messages/{id}/cancel', { params }))
        : answer(api.DELETE('/event/{eventId}/messages/{id}', { params }))
    },
    onSuccess: ({ messages }: { messages: string[] }) => {
      toast.success(messages)
      onDone()
    },
    onError: toastError,
    onSettled: refresh,
  })
  const ask = async (how: 'callOff' | 'remove') => {
    const agreed = await confirm({
      title: t(`messages.${how}.title`),
      message: t(`messages.${how}.message`, { subject: stored?.subject ?? '' }),
      confirm: t(`messages.${how}.action`),
      dangerous: true,
    })
    if (agreed) end.mutate(how)
  }

  return {
    form,
    submit,
    callOff: () => void ask('callOff'),
    remove: () => void ask('remove'),
    isBusy: isPending || end.isPending,
  }
}

function refused(error: unknown) {
  toastError(error)
  return false
}
