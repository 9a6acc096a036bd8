import { Alert, Button, Checkbox, Group, Progress, Select, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { ImportErrors } from '~/components/ImportErrors'
import { eventQuery } from '~/features/events/queries'
import { ticketsQuery } from '~/features/tickets/queries'
import { ApiError, isRefused, NO_ANSWER, rowErrorsOf, TIMED_OUT } from '~/lib/apiError'
import { formatNumber } from '~/lib/numbers'
import { ImportMapping } from './ImportMapping'
import { ImportOffered } from './ImportOffered'
import { ImportOutcome } from './ImportOutcome'
import { ImportQuestions } from './ImportQuestions'
import { ListNotes } from './ListNotes'
import { type ImportAnswer, type ImportChoices, type ImportPreview, NO_CELLS, NO_CHOICES } from './queries'
import { useImport } from './useImport'

interface ImportReviewProps {
  eventId: string
  file: File
  onAgain: () => void
  onDone: (answer: ImportAnswer) => void
}

/** A chosen file: its columns, its errors, and the import button. */
export function ImportReview({ eventId, file, onAgain, onDone }: ImportReviewProps) {
  const { t } = useTranslation()
  const [choices, setChoices] = useState<ImportChoices>(NO_CHOICES)
  const { preview, run, progress } = useImport(eventId, file, choices, onDone)
  const set = (change: Partial<ImportChoices>) => {
    run.reset()
    setChoices((before) => ({ ...before, ...change }))
  }
  if (preview.error) {
    const { error } = preview
    // Without an answer, nothing is said of the file: it is sent once more, with all that was answered about it.
    const isUnanswered = isRefused(error, NO_ANSWER) || isRefused(error, TIMED_OUT)
    const { messages } = error instanceof ApiError ? error : { messages: [] }
    return (
      <Stack>
        {isUnanswered ? (
          <ErrorState error={error} onRetry={() => void preview.refetch()} />
        ) : (
          <Alert
            color="red"
            icon={<IconAlertTriangle />}
            title={t('participants.files.unreadable')}
            role="alert"
          >
            {messages.join(' ')}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button onClick={onAgain}>{t('participants.files.another')}</Button>
        </Group>
      </Stack>
    )
  }
  if (!preview.data) return <Skeleton height={320} radius="md" aria-label={t('participants.files.reading')} />
  const { data } = preview
  const failed = rowErrorsOf(run.error)
  const hasFailed = failed.errors.length > 0
  const faults = hasFailed ? failed : { errors: data.errors, total: data.errorCount }
  const mapping = choices.mapping ?? data.columns.map(({ field }) => field)
  const { added, updated, questions, questionCount } = data
  const isBlocked = data.errorCount > 0 || data.open > 0
  const isDone = added + updated === 0 && !isBlocked
  return (
    <Stack>
      <Text>
        {t(data.sheet ? 'participants.files.foundInSheet' : 'participants.files.found', {
          count: data.rows,
          number: formatNumber(data.rows),
          name: file.name,
          sheet: data.sheet,
        })}
      </Text>
      <ImportOutcome preview={data} />
      <ListNotes preview={data} choices={choices} onChange={set} />
      <ImportQuestions eventId={eventId} preview={data} choices={choices} onChange={set} />
      <ImportOffered preview={data} mapping={mapping} onChange={(mapping) => set({ mapping })} />
      {data.notes.length > 0 && (
        <Alert color="blue" icon={<IconInfoCircle />} role="status">
          {data.notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </Alert>
      )}
      {questionCount > 0 && !hasFailed && (
        <ImportErrors
          isAsked
          title={t('participants.files.needsAnswer', {
            count: questionCount,
            number: formatNumber(questionCount),
          })}
          advice={t('participants.files.needsAnswerHint')}
          errors={questions}
          total={questionCount}
        />
      )}
      {faults.total > 0 && (
        <ImportErrors
          title={
            hasFailed
              ? undefined
              : t('participants.files.errors', { count: faults.total, number: formatNumber(faults.total) })
          }
          advice={t('participants.files.advice')}
          {...faults}
        />
      )}
      <ImportMapping preview={data} mapping={mapping} onChange={(mapping) => set({ mapping, ...NO_CELLS })} />
      <Options eventId={eventId} choices={choices} onChange={set} />
      {run.error && failed.errors.length === 0 && (
        <Alert color="red" icon={<IconAlertTriangle />} title={t('common.import.failed')} role="alert">
          {run.error instanceof ApiError ? run.error.messages.join(' ') : t('common.toast.error')}
        </Alert>
      )}
      {run.isPending && (
        <Progress value={progress * 100} animated aria-label={t('participants.files.import')} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onAgain} disabled={run.isPending}>
          {t('participants.files.another')}
        </Button>
        <Button
          loading={run.isPending || preview.isFetching}
          disabled={isBlocked || isDone}
          onClick={() => run.mutate()}
        >
          {isDone ? t('participants.files.nothingToDo') : runLabel(t, data)}
        </Button>
      </Group>
    </Stack>
  )
}

/** Rows with errors or open questions are counted as people to add, until they are mended. */
function runLabel(t: TFunction, { added, updated, open, failed }: ImportPreview) {
  const count = added + open + failed
  if (updated === 0) return t('participants.files.run', { count, number: formatNumber(count) })
  if (count === 0) return t('participants.files.runUpdate', { count: updated, number: formatNumber(updated) })
  return t('participants.files.runBoth', { added: formatNumber(count), updated: formatNumber(updated) })
}

interface OptionsProps {
  eventId: string
  choices: ImportChoices
  onChange: (change: Partial<ImportChoices>) => void
}

function Options({ eventId, choices, onChange }: OptionsProps) {
  const { t } = useTranslation()
  const tickets = useQuery(ticketsQuery(eventId)).data ?? []
  const event = useQuery(eventQuery(eventId)).data
  const mails = event?.sendEmailAfterRegister ?? true
  return (
    <>
      {tickets.length > 1 && (
        <Select
          label={t('participants.files.defaultClass')}
          description={t('participants.files.defaultClassHint')}
          data={tickets.map(({ id, name }) => ({ value: id, label: name }))}
          value={choices.ticketId ?? null}
          onChange={(ticketId) => onChange({ ticketId: ticketId ?? undefined })}
          clearable
        />
      )}
      <Checkbox
        label={t('participants.files.sendMail')}
        description={t(mails ? 'participants.files.sendMailHint' : 'participants.files.mailsAreOff')}
        checked={choices.sendMail}
        onChange={({ currentTarget }) => onChange({ sendMail: currentTarget.checked })}
      />
      <Checkbox
        label={t('participants.files.shareEmails')}
        description={t('participants.files.shareEmailsHint')}
        checked={choices.shareEmails}
        onChange={({ currentTarget }) => onChange({ shareEmails: currentTarget.checked })}
      />
    </>
  )
}
