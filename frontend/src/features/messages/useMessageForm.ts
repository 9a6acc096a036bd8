import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { confirm } from '~/components/confirm'
import { whenValid } from '~/components/formErrors'
import { toast, toastError } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useExitGuard } from '~/components/useExitGuard'
import { useKeptForm } from '~/components/useKept'
import { readable, variableFault } from '~/features/events/mailVariables'
import { refreshEvent } from '~/features/events/queries'
import { textOf } from '~/features/events/richText'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { LIMITS, lengthOf } from '~/lib/fieldLengths'
import { formatNumber } from '~/lib/numbers'
import { requiredText } from '~/lib/validators'
import { countQuery, type Message, messageQuery, type SegmentKind } from './queries'
import { parseMessageSearch, type Start } from './search'
import { keyOf, segmentOf, useRecipients, useSegmentOptions } from './segments'
import { subjectFault } from './subjectText'

interface Edited {
  event: components['schemas']['Event']
  message: Message | null
  words?: Pick<Message, 'subject' | 'content' | 'segment'>
  start?: Start
  to?: SegmentKind
  onDone: () => void
}

/** The step after saving. */
type Then = 'save' | 'test' | 'schedule' | 'send'

/** The form of one message; every way to leave it saves first, so that the sent message is the shown one. */
export function useMessageForm({ event, message, words, start, to = 'all', onDone }: Edited) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const recipientsOf = useRecipients(event.tickets)
  const options = useSegmentOptions(event.tickets)
  const form = useForm({
    initialValues: {
      to: words ? keyOf(words.segment) : to,
      subject: words?.subject ?? '',
      content: words?.content ?? '',
    },
    validate: {
      to: (to) => (options.some(({ value }) => value === to) ? null : t('messages.chooseGroup')),
      subject: (subject) => requiredText(LIMITS.title)(subject) ?? subjectFault(subject),
      content: (html) =>
        isBlank(html)
          ? t('common.invalid.required')
          : (requiredText(LIMITS.longText)(html) ?? variableFault(html)),
    },
  })
  const conflict = useConflict({
    form,
    stored: message ?? undefined,
    valuesOf: ({ segment, subject, content }: Message) => ({ to: keyOf(segment), subject, content }),
    fields: [
      {
        path: 'to',
        label: t('messages.to'),
        say: (to: string) =>
          options.find(({ value }) => value === to)?.label ?? t('messages.segment.oldTicket'),
      },
      { path: 'subject', label: t('messages.subject'), say: (subject: string) => readable(subject) },
      { path: 'content', label: t('messages.content'), say: textOf },
    ],
  })
  // If the step after saving is refused, the next attempt changes the same message instead of creating another.
  const stored = conflict.read
  useKeptForm(form, `message ${message?.id ?? start ?? ''}`, { conflict: message ? conflict : undefined })
  // A reminder also changes how many people are left to be reminded, and the event's log.
  const refresh = () => refreshEvent(queryClient, event.id)
  /** Updates the cached message, so that the editor next opens with the stored text. */
  const keep = (saved: Message) => {
    conflict.saved(saved)
    queryClient.setQueryData(messageQuery(event.id, saved.id).queryKey, saved)
  }

  useExitGuard({
    isDirty: form.isDirty,
    // The list and the messages are on the same page; only opening another message leaves the form.
    staysHere: ({ current, next }) =>
      current.pathname === next.pathname && openIn(current.search) === openIn(next.search),
    question: () => ({
      title: t('messages.leave.title'),
      message: t('messages.leave.message'),
      confirm: t('messages.leave.confirm'),
      cancel: t('messages.leave.stay'),
    }),
  })

  const store = async (values: typeof form.values) => {
    const { to, subject, content } = values
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
    keep(saved.data)
    form.resetDirty(values)
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
      if (then === 'save') return store(values)
      const { id, version } = stored && !form.isDirty() ? stored : (await store(values)).data
      const params = { path: { eventId: event.id, id } }
      if (then === 'test') return answer(api.POST('/event/{eventId}/messages/{id}/test', { params }))
      const body = { sendAt, version }
      const sent = await answer(api.POST('/event/{eventId}/messages/{id}/send', { params, body }))
      keep(sent.data)
      return sent
    },
    onSuccess: ({ messages }, { then }) => {
      toast.success(messages)
      if (then !== 'test') onDone()
    },
    onError: shows(conflict.refuse),
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
    const number = { count: recipients, number: formatNumber(recipients) }
    return confirm({
      title: t('messages.confirm.title', number),
      message: t('messages.confirm.message', {
        subject: readable(subject, event.title),
        segment: recipientsOf(segment),
      }),
      confirm: t('messages.confirm.yes', number),
    })
  }

  /** A finished reminder goes to exactly those who owe. Once its button says how many: one look, one press. */
  const isReminder = (to: string) =>
    start === 'payment' &&
    !stored &&
    !form.isDirty() &&
    Boolean(queryClient.getQueryData(countQuery(event.id, segmentOf(to)).queryKey)?.recipients)

  const submit = (then: Then, sendAt?: string) =>
    whenValid(form, async (values) => {
      if (then === 'send' && !isReminder(values.to) && !(await agrees(values).catch(refused))) return
      mutate({ values, then, sendAt })
    })

  const end = useMutation({
    mutationFn: async (how: 'callOff' | 'remove') => {
      const params = { path: { eventId: event.id, id: stored?.id ?? '' } }
      if (how === 'remove') return answer(api.DELETE('/event/{eventId}/messages/{id}', { params }))
      // Saves unsaved text first, so that the cancelled message can be reused with it.
      if (form.isDirty()) await store(form.getValues())
      const cancelled = await answer(api.POST('/event/{eventId}/messages/{id}/cancel', { params }))
      keep(cancelled.data)
      return cancelled
    },
    onSuccess: ({ messages }: { messages: string[] }) => {
      toast.success(messages)
      // No unsaved text remains.
      form.resetDirty()
      onDone()
    },
    onError: shows(conflict.refuse),
    onSettled: refresh,
  })
  const ask = async (how: 'callOff' | 'remove') => {
    const agreed = await confirm({
      title: t(`messages.${how}.title`),
      message: t(`messages.${how}.message`, { subject: readable(stored?.subject ?? '', event.title) }),
      confirm: t(`messages.${how}.action`),
      cancel: how === 'callOff' ? t('messages.callOff.stay') : undefined,
      dangerous: true,
    })
    if (agreed) end.mutate(how)
  }

  return {
    form,
    options,
    submit,
    callOff: () => void ask('callOff'),
    remove: () => void ask('remove'),
    isBusy: isPending || end.isPending,
    conflict,
  }
}

/** Whether HTML of the editor has no text. */
export const isBlank = (html: string) => lengthOf(html.replace(/<[^>]*>/g, '')) === 0

/** Names the form that an address opens. */
function openIn(search: object) {
  const { message, start } = parseMessageSearch({ ...search })
  return `${message} ${start}`
}

function refused(error: unknown) {
  toastError(error)
  return false
}
