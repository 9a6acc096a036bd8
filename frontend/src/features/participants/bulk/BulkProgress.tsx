import { Progress as Bar, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import type { Progress } from './bulk'

interface BulkProgressProps {
  progress: Progress
  total: number
  onStop: () => void
}

export function BulkProgress({ progress, total, onStop }: BulkProgressProps) {
  const { t } = useTranslation()
  const served = total - progress.rest.length
  const words = t('participants.bulk.progress', { done: formatNumber(served), total: formatNumber(total) })
  return (
    <Stack gap="md">
      <Text aria-live="polite">{words}</Text>
      <Bar value={(served / total) * 100} size="lg" radius="xl" aria-label={words} animated />
      <Group justify="flex-end">
        <Button variant="default" onClick={onStop}>
          {t('participants.bulk.stop')}
        </Button>
      </Group>
    </Stack>
  )
}
