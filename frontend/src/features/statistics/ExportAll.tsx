import { Button, Group, Progress, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { downloadFile } from '~/lib/download'
import { formatNumber } from '~/lib/numbers'
import classes from './ExportAll.module.css'

const KILOBYTE = 1024

/** Saves everything as a workbook, and lists its contents beforehand. */
export function ExportAll() {
  const { t } = useTranslation()
  const [bytes, setBytes] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      setBytes(0)
      return downloadFile('/statistic/export', { onProgress: setBytes })
    },
    onSuccess: () => toast.success(t('statistics.export.done')),
  })
  return (
    <section>
      <Group justify="space-between" gap="md">
        <div className={classes.words}>
          <Title order={2} fz="lg">
            {t('statistics.export.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('statistics.export.content')}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t('statistics.export.action')}
        </Button>
      </Group>
      {isPending && (
        <>
          <Progress value={100} animated mt="sm" aria-label={t('statistics.export.action')} />
          <Text size="sm" c="dimmed" mt={4} role="status">
            {t('statistics.export.received', { size: formatNumber(Math.ceil(bytes / KILOBYTE)) })}
          </Text>
        </>
      )}
    </section>
  )
}
