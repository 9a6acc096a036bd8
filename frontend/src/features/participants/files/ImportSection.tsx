import { Group, Paper, ScrollArea, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import { formatNumber } from '~/lib/numbers'

interface ImportSectionProps {
  title: string
  /** Whether nothing can be imported before it is answered. */
  isOpen?: boolean
  children: ReactNode
}

/** A question about a file. */
export function ImportSection({ title, isOpen = false, children }: ImportSectionProps) {
  const { t } = useTranslation()
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group gap="xs" justify="space-between">
          <Text fw={600}>{title}</Text>
          {isOpen && <Pill color="marigold">{t('participants.files.unanswered')}</Pill>}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}

interface AskedRowsProps {
  rows: { row: number; name: string; text: string }[]
  /** The number of all; `rows` holds only the first ones. */
  count: number
}

/** Whom a question is about. */
export function AskedRows({ rows, count }: AskedRowsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ScrollArea.Autosize mah={200} viewportProps={{ tabIndex: 0 }}>
        <Stack gap={4}>
          {rows.map(({ row, name, text }) => (
            <Text key={row} size="sm" style={{ overflowWrap: 'anywhere' }}>
              <b>{t('participants.files.personInRow', { name, row })}</b>
              {': '}
              {text}
            </Text>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <More count={count - rows.length} />
    </>
  )
}

/** The number of people that a list does not show. */
export function More({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count <= 0) return null
  return (
    <Text size="sm" mt="xs">
      {t('participants.files.andMore', { count, number: formatNumber(count) })}
    </Text>
  )
}
