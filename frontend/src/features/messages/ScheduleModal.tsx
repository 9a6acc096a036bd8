import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '~/components/DateTimeField'
import { FormModal } from '~/components/FormModal'
import { useKeptText } from '~/components/useKept'

interface ScheduleModalProps {
  /** Under which the chosen time is kept. */
  name: string
  sendAt: string | null
  onClose: () => void
  onChoose: (sendAt: string) => void
}

/** When a message is to be sent; the server says whether that lies ahead. */
export function ScheduleModal({ name, sendAt, onClose, onChoose }: ScheduleModalProps) {
  const { t } = useTranslation()
  const [value, setValue] = useState(sendAt)
  useKeptText(name, value ?? '', sendAt ?? '', (text) => setValue(text || null))
  const [error, setError] = useState<string>()
  const choose = () => (value ? onChoose(value) : setError(t('messages.sendAtMissing')))
  return (
    <FormModal opened onClose={onClose} title={t('messages.schedule')}>
      <Stack>
        <DateTimeField
          label={t('messages.sendAt')}
          description={t('messages.sendAtHint')}
          required
          value={value}
          onChange={setValue}
          error={error}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={choose}>{t('messages.schedule')}</Button>
        </Group>
      </Stack>
    </FormModal>
  )
}
