import { Alert, Button, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '~/lib/apiError'
import { formatNumber } from '~/lib/numbers'
import classes from './BulkOutcome.module.css'
import { type BulkAction, byReason, type Progress } from './bulk'

interface BulkOutcomeProps {
  action: BulkAction
  progress: Progress
  /** The error that stopped the action; null if none did. */
  error: unknown
  onGoOn: () => void
  onClose: () => void
  onSelect: (ids: readonly string[]) => void
}

/** Names shown under one reason; the rest is a number, and a click away as the new selection. */
const NAMES = 50

/** The number of successes, and the failures by reason and name. */
export function BulkOutcome({ action, progress, error, onGoOn, onClose, onSelect }: BulkOutcomeProps) {
  const { t } = useTranslation()
  const { done, failed, rest } = progress
  const left = [...failed.map(({ id }) => id), ...rest]
  const counted = (count: number) => ({ count, number: formatNumber(count) })
  return (
    <Stack gap="md">
      <Alert
        role="status"
        color={done > 0 ? 'jade' : 'gray'}
        icon={<IconCircleCheck size={20} />}
        title={t(`participants.bulk.${action}.done`, counted(done))}
      />
      {rest.length > 0 && (
        <Alert
          color="marigold"
          icon={<IconPlugConnectedX size={20} />}
          title={t('participants.bulk.rest', counted(rest.length))}
        >
          <Stack gap="sm" align="flex-start">
            {error !== null && <Text size="sm">{errorText(error) ?? t('common.toast.error')}</Text>}
            <Button variant="default" onClick={onGoOn}>
              {t('participants.bulk.goOn')}
            </Button>
          </Stack>
        </Alert>
      )}
      {failed.length > 0 && (
        <section aria-label={t('participants.bulk.failed', counted(failed.length))}>
          <Text fw={600}>{t('participants.bulk.failed', counted(failed.length))}</Text>
          <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
            {byReason(failed).map(([reason, people]) => (
              <div key={reason} className={classes.reason}>
                <Text size="sm" c="dimmed">
                  {reason}
                </Text>
                <ul className={classes.people}>
                  {people.slice(0, NAMES).map(({ id, fullName }) => (
                    <li key={id}>{fullName ?? t('participants.bulk.gone')}</li>
                  ))}
                </ul>
                {people.length > NAMES && (
                  <Text size="sm">{t('participants.bulk.more', counted(people.length - NAMES))}</Text>
                )}
              </div>
            ))}
          </ScrollArea.Autosize>
        </section>
      )}
      <Group justify="flex-end" gap="sm">
        {left.length > 0 && done > 0 && (
          <Button variant="default" onClick={() => onSelect(left)}>
            {t('participants.bulk.selectLeft', counted(left.length))}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  )
}

const errorText = (error: unknown) => (error instanceof ApiError && error.messages.join(' ')) || null
