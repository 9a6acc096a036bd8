import { Alert, Button, Checkbox, Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '~/components/useFocusBack'
import { useRight } from '~/features/events/eventRights'
import { formatNumber } from '~/lib/numbers'
import type { Chosen } from '../bulk/useSelection'
import { filterOf, hasFilters, type ListSearch, listedOf } from '../listSearch'
import { useExport } from './useExport'

interface ExportModalProps {
  eventId: string
  search: ListSearch
  /** Only these; without them, all participants or those that match the filters. */
  chosen?: Chosen
  onClose: () => void
}

const FORMATS = ['xlsx', 'csv'] as const
type Format = (typeof FORMATS)[number]
const KILOBYTE = 1024
/** The most identifiers in one call of the server; an export by filter has no such limit. */
const MAX_BY_NAME = 5000

/** Which participants to save, and how. */
export function ExportModal({ eventId, search, chosen, onClose }: ExportModalProps) {
  const { t } = useTranslation()
  useFocusBack()
  const filters = listedOf(search)
  const [format, setFormat] = useState<Format>('xlsx')
  const [scope, setScope] = useState(hasFilters(filters) ? 'filtered' : 'all')
  const [sensitive, setSensitive] = useState(false)
  const [consent, setConsent] = useState(false)
  const { start, isBusy, bytes } = useExport(eventId, onClose)
  const seesPersonalData = useRight(eventId, 'personalData')

  const isByName = chosen !== undefined && chosen.ids.size <= MAX_BY_NAME
  const isTooMany = chosen !== undefined && !isByName && !chosen.isEverybody

  const save = () => {
    const query = { format, sensitive, ...(consent && { consent }) }
    if (isByName) start({ query, ids: [...chosen.ids] })
    else start({ query: chosen || scope === 'filtered' ? { ...query, ...filterOf(filters) } : query })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('participants.files.export')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        {chosen && <Choice chosen={chosen} isByName={isByName} isTooMany={isTooMany} />}
        {!chosen && hasFilters(filters) && (
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
          onChange={(value) => setFormat(FORMATS.find((known) => known === value) ?? 'xlsx')}
        >
          <Stack gap="xs" mt="xs">
            {FORMATS.map((name) => (
              <Radio
                key={name}
                value={name}
                label={t(`participants.files.${name}`)}
                description={t(`participants.files.${name}Hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {seesPersonalData && (
          <Checkbox
            checked={sensitive}
            onChange={(event) => setSensitive(event.currentTarget.checked)}
            label={t('participants.files.sensitive')}
            description={t('participants.files.sensitiveHint')}
          />
        )}
        <Checkbox
          checked={consent}
          onChange={(event) => setConsent(event.currentTarget.checked)}
          label={t('participants.files.consent')}
          description={t('participants.files.consentHint')}
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
          <Button
            leftSection={<IconDownload size={18} />}
            loading={isBusy}
            disabled={isTooMany}
            onClick={save}
          >
            {t('participants.files.download')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Says who will be in the file, or why this selection cannot be exported. */
function Choice(props: { chosen: Chosen; isByName: boolean; isTooMany: boolean }) {
  const { chosen, isByName, isTooMany } = props
  const { t } = useTranslation()
  const count = chosen.ids.size
  const number = formatNumber(count)
  if (isTooMany) {
    return (
      <Alert color="marigold" title={t('participants.files.tooManyTitle', { number })}>
        {t('participants.files.tooMany', { max: formatNumber(MAX_BY_NAME) })}
      </Alert>
    )
  }
  return (
    <Text>
      {isByName
        ? t('participants.files.chosen', { count, number })
        : t('participants.files.everybody', { number })}
    </Text>
  )
}
