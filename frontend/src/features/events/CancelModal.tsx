import { Alert, Button, Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '~/components/DialogButtons'
import { FormModal } from '~/components/FormModal'
import { MailFrame } from '~/components/MailFrame'
import { useKeptText } from '~/components/useKept'
import { lengthOf } from '~/lib/fieldLengths'
import { formatNumber } from '~/lib/numbers'
import { cancellationPreviewQuery, type Event, letterQuery, useCancellation } from './queries'

/** Characters of a reason at most, as on the server. */
const MAX_REASON = 500

interface CancelModalProps extends CancelFormProps {
  opened: boolean
}

/** Cancels an event for good, with the finished letter to its people. Closing it keeps the event. */
export function CancelModal({ opened, ...props }: CancelModalProps) {
  const { t } = useTranslation()
  return (
    <FormModal opened={opened} onClose={props.onClose} size="lg" title={t('events.cancel.title')}>
      <CancelForm {...props} />
    </FormModal>
  )
}

interface CancelFormProps {
  event: Pick<Event, 'id' | 'registeredCount'>
  onClose: () => void
  onCancelled: () => void
}

function CancelForm({ event, onClose, onCancelled }: CancelFormProps) {
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
      { onSuccess: onCancelled },
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
          <Checkbox
            label={t('events.cancel.tell', { count, number: formatNumber(count) })}
            description={isTold ? undefined : t('events.cancel.untold')}
            checked={isTold}
            onChange={(pressed) => setTold(pressed.currentTarget.checked)}
          />
          {isTold && <MailFrame mail={preview.data} title={t('events.letter.preview')} />}
        </>
      )}
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('events.cancel.keep')}
        </Button>
        <Button color="red" loading={cancellation.isPending} onClick={cancel}>
          {t('events.cancel.confirm')}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
