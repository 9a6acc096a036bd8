import { Alert, Button, Group, Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BusyBar } from '~/components/BusyBar'
import { ErrorState } from '~/components/ErrorState'
import { MailFrame } from '~/components/MailFrame'
import { LANGUAGES, languageOf } from '~/lib/languages'
import { formatNumber } from '~/lib/numbers'
import { type Letter, letterPreviewQuery, letterQuery, useLetterDecision } from './queries'

interface LetterModalProps {
  eventId: string
  opened: boolean
  onClose: () => void
}

/**
 * The letter about a changed time or place: read, and then sent or dismissed. Closing decides nothing; the letter then
 * waits on the event's home. It opens once it is known that there is one, and closes by itself when there is none.
 */
export function LetterModal({ eventId, opened, onClose }: LetterModalProps) {
  const { t } = useTranslation()
  const { data: letter, isFetching, error, refetch } = useQuery({ ...letterQuery(eventId), enabled: opened })
  // An open dialog stays open while the letter is asked for again.
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = opened && (wasOpen || !isFetching) && letter !== null
  if (wasOpen !== isOpen) setWasOpen(isOpen)
  const isGone = opened && letter === null && !isFetching
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's function is another one each time.
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone])
  return (
    <>
      {opened && isFetching && !isOpen && <BusyBar />}
      <Modal
        opened={isOpen}
        onClose={onClose}
        size="lg"
        title={
          letter
            ? t('events.letter.title', {
                count: letter.recipients,
                number: formatNumber(letter.recipients),
              })
            : t('events.letter.preview')
        }
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {letter ? (
          <Decision key={letter.changedAt} eventId={eventId} letter={letter} onDone={onClose} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </Modal>
    </>
  )
}

interface DecisionProps {
  eventId: string
  letter: Letter
  onDone: () => void
}

function Decision({ eventId, letter, onDone }: DecisionProps) {
  const { t, i18n } = useTranslation()
  const [lang, setLang] = useState<string>(languageOf(i18n.language))
  const { changedAt, recipients, leftToday } = letter
  const preview = useQuery(letterPreviewQuery(eventId, changedAt, lang))
  const decision = useLetterDecision(eventId)
  const decide = (isSent: boolean) => decision.mutate({ changedAt, isSent }, { onSuccess: onDone })
  const isPending = (isSent: boolean) => decision.isPending && decision.variables.isSent === isSent
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 260px">
          {t('events.letter.why')}
        </Text>
        <SegmentedControl
          aria-label={t('events.letter.language')}
          size="xs"
          value={lang}
          onChange={setLang}
          data={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
        />
      </Group>
      <MailFrame mail={preview.data} title={t('events.letter.preview')} />
      {recipients > leftToday && (
        <Alert color="marigold">{t('events.letter.overLimit', { left: formatNumber(leftToday) })}</Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button
          variant="subtle"
          color="gray"
          loading={isPending(false)}
          disabled={decision.isPending}
          onClick={() => decide(false)}
        >
          {t('events.letter.dismiss')}
        </Button>
        <Button
          data-autofocus
          loading={isPending(true)}
          disabled={decision.isPending}
          onClick={() => decide(true)}
        >
          {t('events.letter.send', { count: recipients, number: formatNumber(recipients) })}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" ta="right">
        {t('events.letter.stays')}
      </Text>
    </Stack>
  )
}
