import { Button, Collapse, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import table from '~/components/table.module.css'
import { formatNumber } from '~/lib/numbers'
import { More } from './ImportSection'
import type { ImportPreview } from './queries'

/** The expected outcome for the rows of a file: the numbers add up to all of them. */
export function ImportOutcome({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation()
  const { added, updated, unchanged, leftOut, leftOutCount, differences, different, open, failed } = preview
  const counts = [
    { key: 'added', count: added, color: 'jade' },
    { key: 'updated', count: updated, color: 'blue' },
    { key: 'unchanged', count: unchanged, color: 'gray' },
    { key: 'leftOutCount', count: leftOutCount, color: 'gray' },
    { key: 'open', count: open, color: 'marigold' },
    { key: 'failed', count: failed, color: 'red' },
  ] as const
  return (
    <Stack gap="xs">
      <Group gap="xs" role="status">
        {counts
          .filter(({ key, count }) => count > 0 || key === 'added')
          .map(({ key, count, color }) => (
            <Pill key={key} color={color}>
              {t(`participants.files.outcome.${key}`, { count, number: formatNumber(count) })}
            </Pill>
          ))}
      </Group>
      {leftOutCount > 0 && (
        <Details
          title={t('participants.files.whoIsLeftOut', {
            count: leftOutCount,
            number: formatNumber(leftOutCount),
          })}
        >
          <table className={table.table} aria-label={t('participants.files.outcome.leftOutList')}>
            <thead>
              <tr>
                <th>{t('common.import.row')}</th>
                <th>{t('participants.field.fullName')}</th>
                <th>{t('common.import.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {leftOut.map(({ row, name, reason }) => (
                <tr key={row}>
                  <td>{row}</td>
                  <td>{name}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <More count={leftOutCount - leftOut.length} />
        </Details>
      )}
      {different > 0 && (
        <Details
          title={t('participants.files.whatChanges', { count: different, number: formatNumber(different) })}
        >
          <Stack gap="sm">
            {differences.map(({ row, id, name, changed, kept }) => (
              <div key={id}>
                <Text size="sm" fw={600}>
                  {t('participants.files.personInRow', { name, row })}
                </Text>
                {changed.map(({ field, onList, inFile }) => (
                  <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {t('participants.files.change', {
                      field,
                      before: onList ?? t('participants.files.nothing'),
                      after: inFile,
                    })}
                  </Text>
                ))}
                {kept.map(({ field, onList, inFile }) => (
                  <Text key={field} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {t('participants.files.kept', {
                      field,
                      onList: onList ?? t('participants.files.nothing'),
                      inFile,
                    })}
                  </Text>
                ))}
              </div>
            ))}
          </Stack>
          <More count={different - differences.length} />
        </Details>
      )}
    </Stack>
  )
}

/** A list that is shown on request. */
function Details({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {title}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <ScrollArea.Autosize mah={280} mt="xs" viewportProps={{ tabIndex: 0 }}>
          {children}
        </ScrollArea.Autosize>
      </Collapse>
    </div>
  )
}
