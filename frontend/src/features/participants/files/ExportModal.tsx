import { Button, Checkbox, Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/money'
import { hasFilters, type ListSearch, listQueryOf } from '../listSearch'
import { useExport } from './useExport'

interface ExportModalProps {
  eventId: string
  search: ListSearch
  onClose: () => void
}

const FORMATS = ['xlsx', 'csv'] as const
type Format = (typeof FORMATS)[number]
const KILOBYTE = 1024

/** Which participants to save, and how. */
export function ExportModal({ eventId, search, onClose }: ExportModalProps) {
  const { t } = useTranslation()
  const filters = search.tab === 'vip' ? { ...search, type: 'VIP' as const } : search
  const [format, setFormat] = useState<Format>('xlsx')
  const [scope, setScope] = useState(hasFilters(filters) ? 'filtered' : 'all')
  const [sensitive, setSensitive] = useState(false)
  const { start, isBusy, bytes } = useExport(eventId, onClose)

  const save = () => {
    const { limit: _limit, page: _page, ...chosen } = listQueryOf(filters)
    start({ query: { format, sensitive, ...(scope === 'filtered' ? chosen : {}) } })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('participants.files.export')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        {hasFilters(filters) && (
          <Radio.Group label={t('participants.files.scope')} value={scope} onChange={setScope}>
            <Stack gap="xs" mt="xs">
              <Radio value="filtered" label={t('participants.files.filtered')} />
              <Radio value="all" label={t('participants.files.all')} />
            </Stack>
          </Radio.Group>
        )}
        <Radio.Group
          label={t('participants.files.format')}
          value={format}
          onChange={(value) => setFormat(FORMATS.find((one) => one === value) ?? 'xlsx')}
        >
          <Stack gap="xs" mt="xs">
            {FORMATS.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`participants.files.${one}`)}
                description={t(`participants.files.${one}Hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          checked={sensitive}
          onChange={(event) => setSensitive(event.currentTarget.checked)}
          label={t('participants.files.sensitive')}
          description={t('participants.files.sensitiveHint')}
        />
        {isBusy && (
          <div>
            <Progress value={100} animated aria-label={t('participants.files.export')} />
            <Text size="sm" c="dimmed" mt={4} role="status">
              {t('participants.files.received', { size: formatNumber(Math.ceil(bytes / KILOBYTE)) })}
            </Text>
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button leftSection={<IconDownload size={18} />} loading={isBusy} onClick={save}>
            {t('participants.files.download')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
