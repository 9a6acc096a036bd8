import { Alert, Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconClock, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { RichTextEditor } from '~/components/RichText'
import { useVariables, variableFault } from '~/features/events/mailVariables'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { isTypedHere } from '~/lib/typed'
import { MessageBadge } from './MessageBadge'
import { MessagePreview } from './MessagePreview'
import classes from './Messages.module.css'
import { countQuery, type Message, previewQuery, type Segment, type SegmentKind } from './queries'
import { ScheduleModal } from './ScheduleModal'
import { SubjectField } from './SubjectField'
import type { Start } from './search'
import { segmentOf } from './segments'
import { subjectFault } from './subjectText'
import { isBlank, useMessageForm } from './useMessageForm'

interface MessageEditorProps {
  event: components['schemas']['Event']
  /** Null for a new one. */
  message: Message | null
  /** The words that the form starts with: the message itself, one that is reused, or a finished one. */
  words?: Pick<Message, 'subject' | 'content' | 'segment'>
  /** The start that was chosen for a new message. */
  start?: Start
  /** The default recipients of a new message, unless `words` has its own. */
  to?: SegmentKind
  onDone: () => void
}

/** Milliseconds after the last key before the preview follows. */
const STILL = 400

/** A draft or a scheduled message, with the mail beside it that its first recipient gets. */
export function MessageEditor(props: MessageEditorProps) {
  const { event, message } = props
  const { t } = useTranslation()
  const { form, options, submit, callOff, remove, isBusy, conflict } = useMessageForm(props)
  const variables = useVariables()
  const schedule = `schedule ${message?.id ?? ''}`
  const [scheduling, setScheduling] = useState(() => isTypedHere(schedule))
  const { subject, content, to } = form.values
  const isScheduled = message?.status === 'scheduled'
  const isKnown = options.some(({ value }) => value === to)
  const { data: count } = useQuery({ ...countQuery(event.id, segmentOf(to)), enabled: isKnown })
  // The server shows no mail without words. One text each: a new object at each render would never be still.
  const [stillSubject] = useDebouncedValue(subject.trim() || t('messages.noSubject'), STILL)
  const [stillContent] = useDebouncedValue(isBlank(content) ? '<p>…</p>' : content, STILL)
  const written = { subject: stillSubject, content: stillContent, segment: segmentOf(to) }
  const fault = subjectFault(stillSubject) ?? variableFault(stillContent)
  const preview = useQuery({
    ...previewQuery(event.id, written),
    enabled: isKnown && !event.isCancelled && fault === null,
  })
  const shown = fault === null ? preview.data : undefined
  const isTooMany = isKnown && count !== undefined && count.recipients > count.leftToday
  return (
    <div className={classes.columns}>
      <form noValidate onSubmit={submit('save')}>
        <Stack gap="lg">
          {message?.problem && (
            <Alert color="marigold" icon={<IconAlertTriangle size={18} />}>
              {t(`messages.problem.${message.problem}`)}
            </Alert>
          )}
          {isScheduled && message.sendAt && (
            <Group gap="sm">
              <MessageBadge status="scheduled" />
              <Text>{t('messages.when.scheduled', { time: formatDateTime(message.sendAt) })}</Text>
            </Group>
          )}
          <Select
            label={t('messages.to')}
            required
            allowDeselect={false}
            data={options}
            {...form.getInputProps('to')}
          />
          {isKnown ? (
            <Recipients eventId={event.id} segment={segmentOf(to)} />
          ) : (
            <Text size="sm" c="red" mt={-12}>
              {t('messages.segmentGone')}
            </Text>
          )}
          <SubjectField
            {...form.getInputProps('subject')}
            value={subject}
            onSubject={(subject) => form.setFieldValue('subject', subject)}
            shown={shown}
          />
          <RichTextEditor
            label={t('messages.content')}
            description={t('messages.contentHint')}
            required
            variables={variables}
            data-path="content"
            {...form.getInputProps('content')}
          />
          {shown?.lacking.map(({ name, recipients }) => (
            <Alert key={name} color="marigold" icon={<IconAlertTriangle size={18} />}>
              {t('messages.lacking', {
                count: recipients,
                number: formatNumber(recipients),
                variable: variables.find((variable) => variable.name === name)?.label ?? name,
              })}
            </Alert>
          ))}
          {conflict.notice}
          <Group justify="flex-end" gap="sm">
            {message && (
              <Button variant="subtle" color="red" disabled={isBusy} onClick={remove}>
                {t('messages.remove.action')}
              </Button>
            )}
            {isScheduled && (
              <Button variant="default" disabled={isBusy} onClick={callOff}>
                {t('messages.callOff.action')}
              </Button>
            )}
            <Button variant="default" type="submit" disabled={isBusy}>
              {t(isScheduled ? 'messages.saveScheduled' : 'messages.save')}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => submit('test')()}>
              {t('messages.test')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconClock size={18} />}
              disabled={isBusy}
              onClick={() => !form.validate().hasErrors && setScheduling(true)}
            >
              {t(isScheduled ? 'messages.reschedule' : 'messages.schedule')}
            </Button>
            <Button
              leftSection={<IconSend size={18} />}
              disabled={isTooMany}
              loading={isBusy}
              onClick={() => submit('send')()}
            >
              {isKnown && count?.recipients
                ? t('messages.confirm.yes', {
                    count: count.recipients,
                    number: formatNumber(count.recipients),
                  })
                : t('messages.sendNow')}
            </Button>
          </Group>
          {isTooMany && (
            <Text size="sm" c="red" ta="right" mt={-12}>
              {t('messages.tooMany')}
            </Text>
          )}
        </Stack>
      </form>
      <MessagePreview
        shown={shown}
        error={preview.error}
        fault={fault}
        onRetry={() => void preview.refetch()}
      />
      {scheduling && (
        <ScheduleModal
          name={schedule}
          sendAt={message?.sendAt ?? null}
          onClose={() => setScheduling(false)}
          onChoose={(sendAt) => {
            setScheduling(false)
            submit('schedule', sendAt)()
          }}
        />
      )}
    </div>
  )
}

function Recipients({ eventId, segment }: { eventId: string; segment: Segment }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(countQuery(eventId, segment))
  const optedOut = data?.optedOut
    ? [t('messages.optedOut', { count: data.optedOut, number: formatNumber(data.optedOut) })]
    : []
  const minutes = data ? Math.max(1, Math.ceil(data.recipients / data.perMinute)) : 0
  return (
    <Text component="div" size="sm" c="dimmed" aria-live="polite" mt={-12}>
      {data?.recipients === 0 ? (
        [t('messages.nobodyNow'), ...optedOut].join(' ')
      ) : data ? (
        [
          t('messages.recipients', { count: data.recipients, number: formatNumber(data.recipients) }),
          ...optedOut,
          t('messages.duration', { count: minutes, number: formatNumber(minutes) }),
          t('messages.left', { count: data.leftToday, number: formatNumber(data.leftToday) }),
        ].join('. ')
      ) : isError ? (
        <>
          {t('messages.countFailed')}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => void refetch()}>
            {t('common.retry')}
          </Anchor>
        </>
      ) : (
        t('messages.counting')
      )}
    </Text>
  )
}
