import { Button, Group, Paper, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { examplesOf } from './examples'
import { type ImportPreview, NEW_QUESTION } from './queries'

interface ImportOfferedProps {
  preview: ImportPreview
  mapping: (string | null)[]
  onChange: (mapping: (string | null)[]) => void
}

/** Columns that nothing knows: each can become a question of the form, with the answers of the file. */
export function ImportOffered({ preview, mapping, onChange }: ImportOfferedProps) {
  const { t } = useTranslation()
  const places = preview.columns.flatMap(({ isOffered }, at) =>
    isOffered && (mapping[at] ?? NEW_QUESTION) === NEW_QUESTION ? [at] : [],
  )
  if (places.length === 0) return null
  const set = (chosen: number[], isKept: boolean) =>
    onChange(mapping.map((field, at) => (chosen.includes(at) ? (isKept ? NEW_QUESTION : null) : field)))
  const left = places.filter((at) => mapping[at] !== NEW_QUESTION)
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-labelledby="import-offered">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600} id="import-offered">
            {t('participants.files.offered', { count: places.length })}
          </Text>
          {places.length > 1 && left.length > 0 && (
            <Button size="compact-sm" variant="light" onClick={() => set(left, true)}>
              {t('participants.files.keepAll')}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {t('participants.files.offeredHint')}
        </Text>
        {places.map((at) => (
          <Switch
            key={at}
            label={preview.columns[at]?.title}
            description={examplesOf(preview, at)}
            checked={mapping[at] === NEW_QUESTION}
            onChange={({ currentTarget }) => set([at], currentTarget.checked)}
          />
        ))}
      </Stack>
    </Paper>
  )
}
