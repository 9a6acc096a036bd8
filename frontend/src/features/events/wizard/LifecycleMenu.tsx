import { ActionIcon, Alert, Button, Checkbox, Group, Menu, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBan, IconDots, IconRotateClockwise } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DangerItem } from '~/components/DangerItem'
import { DateTimeField } from '~/components/DateTimeField'
import { DialogButtons } from '~/components/DialogButtons'
import { FormModal } from '~/components/FormModal'
import { MailFrame } from '~/components/MailFrame'
import { toast, toastError } from '~/components/toast'
import { useKeptText } from '~/components/useKept'
import { ApiError, shows } from '~/lib/apiError'
import { lengthOf } from '~/lib/fieldLengths'
import { formatNumber } from '~/lib/numbers'
import { cancellationPreviewQuery, type Event, letterQuery, useCancellation, useReopening } from '../queries'

interface LifecycleMenuProps {
  event: Event
  onReopened: (event: Event) => void
  onCancelled: () => void
}

/** Reopening a closed event, and cancelling one for good. */
export function LifecycleMenu({ event, onReopened, onCancelled }: LifecycleMenuProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'reopen' | 'cancel' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      {event.status === 'closed' && (
        <Button leftSection={<IconRotateClockwise size={16} />} onClick={() => setAsked('reopen')}>
          {t('events.reopen.action')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('events.action.more', { title: event.title })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <DangerItem leftSection={<IconBan size={16} />} onClick={() => setAsked('cancel')}>
            {t('events.cancel.action')}
          </DangerItem>
        </Menu.Dropdown>
      </Menu>
      <FormModal opened={asked === 'reopen'} onClose={close} title={t('events.reopen.title')}>
        <ReopenForm
          eventId={event.id}
          onDone={(reopened) => {
            close()
            onReopened(reopened)
          }}
        />
      </FormModal>
      <FormModal opened={asked === 'cancel'} onClose={close} size="lg" title={t('events.cancel.title')}>
        <CancelForm event={event} onKeep={close} onDone={onCancelled} />
      </FormModal>
    </>
  )
}

function ReopenForm({ eventId, onDone }: { eventId: string; onDone: (event: Event) => void }) {
  const { t } = useTranslation()
  const [until, setUntil] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const reopening = useReopening(eventId)

  const reopen = () => {
    if (!until) return setError(t('common.invalid.required'))
    if (Date.parse(until) <= Date.now()) return setError(t('events.invalid.inThePast'))
    reopening.mutate(
      { newClosedDate: until },
      {
        onSuccess: ({ data, messages }) => {
          toast.success(messages)
          onDone(data)
        },
        onError: shows((refusal) => {
          const messages = refusal instanceof ApiError ? refusal.fields.newClosedDate : undefined
          if (messages) setError(messages.join(' '))
          else toastError(refusal)
        }),
      },
    )
  }

  return (
    <Stack gap="lg">
      <Text>{t('events.reopen.message')}</Text>
      <DateTimeField
        label={t('events.reopen.until')}
        required
        value={until}
        onChange={(value) => {
          setUntil(value)
          setError(null)
        }}
        min={new Date().toISOString()}
        defaultTime="23:59"
        error={error}
      />
      <Group justify="flex-end">
        <Button loading={reopening.isPending} onClick={reopen}>
          {t('events.reopen.action')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Characters of a reason at most, as on the server. */
const MAX_REASON = 500

interface CancelFormProps {
  event: Event
  onKeep: () => void
  onDone: () => void
}

function CancelForm({ event, onKeep, onDone }: CancelFormProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  useKeptText(`cancel ${event.id}`, reason, '', setReason)
  const [isTold, setTold] = useState(true)
  const cancellation = useCancellation(event.id)
  const isTooLong = lengthOf(reason) > MAX_REASON
  const [said] = useDebouncedValue(reason.trim(), 400)
  const preview = useQuery({
    ...cancellationPreviewQuery(event.id, said),
    enabled: event.registeredCount > 0 && lengthOf(said) <= MAX_REASON,
  })
  // It would be told after the event is cancelled.
  const letter = useQuery(letterQuery(event.id)).data
  const count = preview.data?.recipients ?? event.registeredCount

  const cancel = () => {
    if (isTooLong) return
    cancellation.mutate(
      { reason: reason.trim() || null, ...(!isTold && { withoutMails: true }) },
      {
        onSuccess: ({ messages }) => {
          toast.success(messages)
          onDone()
        },
      },
    )
  }

  return (
    <Stack gap="md">
      <Text>{t('events.cancel.final')}</Text>
      {letter && (
        <Alert color="marigold">{t(isTold ? 'events.cancel.letter' : 'events.cancel.letterUntold')}</Alert>
      )}
      {count === 0 && <Text>{t('events.cancel.nobody')}</Text>}
      <Textarea
        label={t('events.cancel.reason')}
        description={count > 0 && isTold ? t('events.cancel.reasonHint') : undefined}
        autosize
        minRows={2}
        value={reason}
        onChange={(typed) => setReason(typed.currentTarget.value)}
        error={isTooLong && t('common.invalid.tooLong', { max: MAX_REASON })}
      />
      {count > 0 && (
        <>
          {isTold && <MailFrame mail={preview.data} title={t('events.letter.preview')} />}
          <Checkbox
            label={t('events.cancel.tell', { count, number: formatNumber(count) })}
            description={isTold ? undefined : t('events.cancel.untold')}
            checked={isTold}
            onChange={(pressed) => setTold(pressed.currentTarget.checked)}
          />
        </>
      )}
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onKeep}>
          {t('events.cancel.keep')}
        </Button>
        <Button color="red" loading={cancellation.isPending} onClick={cancel}>
          {t('events.cancel.confirm')}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
