import { Alert, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import type { ImportAnswer } from './queries'

/** An imported file, and the outcome for its people. */
export interface ImportDone {
  name: string
  answer: ImportAnswer
}

/** The outcome of an import; it stays until it is closed. */
export function ImportSummary({ done, onClose }: { done: ImportDone; onClose: () => void }) {
  const { t } = useTranslation()
  const { imported, updated = 0, leftOut = 0 } = done.answer
  const counts = [
    { key: 'added', count: imported },
    { key: 'updated', count: updated },
    { key: 'leftOutCount', count: leftOut },
  ] as const
  const parts = counts.filter(({ key, count }) => count > 0 || key === 'added')
  return (
    <Alert
      mb="md"
      color="jade"
      role="status"
      icon={<IconCircleCheck />}
      title={t('participants.files.done', { name: done.name })}
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={onClose}
    >
      <Text size="sm">
        {parts
          .map(({ key, count }) =>
            t(`participants.files.outcome.${key}`, { count, number: formatNumber(count) }),
          )
          .join(' · ')}
      </Text>
    </Alert>
  )
}
