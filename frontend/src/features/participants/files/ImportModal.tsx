import { Anchor, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDrop } from '~/components/FileDrop'
import { GuideLink } from '~/components/GuideLink'
import { useFocusBack } from '~/components/useFocusBack'
import { useIsPhone } from '~/components/useIsPhone'
import { downloadFile } from '~/lib/download'
import { ImportReview } from './ImportReview'
import type { ImportDone } from './ImportSummary'

/** Bytes; the server refuses larger files. */
const MAX_BYTES = 5 * 1024 * 1024
interface ImportModalProps {
  eventId: string
  onClose: () => void
  onDone: (done: ImportDone) => void
}

/** Imports participants: choose a file, check its columns, import. */
export function ImportModal({ eventId, onClose, onDone }: ImportModalProps) {
  const { t } = useTranslation()
  useFocusBack()
  const phone = useIsPhone()
  const [file, setFile] = useState<File | null>(null)
  const [tooLarge, setTooLarge] = useState(false)
  const choose = (chosen: File) => {
    const isTooLarge = chosen.size > MAX_BYTES
    setTooLarge(isTooLarge)
    if (!isTooLarge) setFile(chosen)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={phone}
      closeOnClickOutside={!file}
      title={t('participants.files.import')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {file ? (
        <ImportReview
          // Another file starts another import.
          key={`${file.name} ${file.size} ${file.lastModified}`}
          eventId={eventId}
          file={file}
          onDone={(answer) => {
            onDone({ name: file.name, answer })
            onClose()
          }}
          onAgain={() => setFile(null)}
        />
      ) : (
        <Stack>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Text>{t('participants.files.importHint')}</Text>
            <GuideLink task="organiser.import" />
          </Group>
          <FileDrop
            label={t('participants.files.file')}
            description={t('participants.files.fileHint')}
            accept=".csv,.xlsx,.xls"
            onFile={choose}
            error={tooLarge ? t('participants.files.tooLarge') : undefined}
          />
          <Templates eventId={eventId} />
        </Stack>
      )}
    </Modal>
  )
}

function Templates({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({
    mutationFn: (format: 'xlsx' | 'csv') =>
      downloadFile(`/event/${eventId}/attendances/import/template`, { query: { format } }),
  })
  return (
    <Group gap="xs">
      <Text size="sm">{t('participants.files.template')}</Text>
      {(['xlsx', 'csv'] as const).map((format) => (
        <Anchor
          key={format}
          component="button"
          type="button"
          size="sm"
          underline="always"
          disabled={isPending}
          onClick={() => mutate(format)}
        >
          {t('participants.files.templateAs', { format: format.toUpperCase() })}
        </Anchor>
      ))}
    </Group>
  )
}
