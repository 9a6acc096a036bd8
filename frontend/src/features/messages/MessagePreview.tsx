import { Group, SegmentedControl, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { ErrorState } from '~/components/ErrorState'
import { MailFrame } from '~/components/MailFrame'
import { CODE, isRefused } from '~/lib/apiError'
import classes from './Messages.module.css'

interface MessagePreviewProps {
  /** Nothing while it is loading. */
  shown: components['schemas']['MessagePreview'] | undefined
  error: Error | null
  /** Why there is no mail that could be shown. */
  fault: string | null
  onRetry: () => void
}

/** The mail as its first recipient gets it, as wide as on a phone or on a computer. */
export function MessagePreview({ shown, error, fault, onRetry }: MessagePreviewProps) {
  const { t } = useTranslation()
  const [width, setWidth] = useState<string>('phone')
  // Another attempt would be refused like this one, until the text has changed.
  const refusal = fault ?? (isRefused(error, CODE.invalidPayload) ? error?.message : undefined)
  return (
    <aside className={classes.aside} aria-labelledby="message-preview">
      <Group justify="space-between" gap="sm" mb="xs">
        <div>
          <Title order={2} fz="lg" id="message-preview">
            {t('messages.preview')}
          </Title>
          <Text size="sm" c="dimmed">
            {shown?.fullName ? t('messages.previewOf', { name: shown.fullName }) : t('messages.previewHint')}
          </Text>
        </div>
        <SegmentedControl
          aria-label={t('messages.width.label')}
          value={width}
          onChange={setWidth}
          data={(['phone', 'computer'] as const).map((value) => ({
            value,
            label: t(`messages.width.${value}`),
          }))}
        />
      </Group>
      {refusal ? (
        <Text c="red" role="alert">
          {refusal}
        </Text>
      ) : error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <MailFrame mail={shown?.mail} title={t('messages.preview')} isWide={width === 'computer'} />
      )}
    </aside>
  )
}
