import { Alert, ScrollArea, Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/money'
import type { RowError } from './useImport'

interface ImportErrorsProps {
  title: string
  errors: RowError[]
  total: number
}

/** Which rows of a file cannot be imported, and why. */
export function ImportErrors({ title, errors, total }: ImportErrorsProps) {
  const { t } = useTranslation()
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={title} role="alert">
      <Text size="sm" mb="xs">
        {t('participants.files.advice')}
      </Text>
      <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0 }}>
        <Table striped verticalSpacing={6} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('participants.files.row')}</Table.Th>
              <Table.Th>{t('participants.files.column')}</Table.Th>
              <Table.Th>{t('participants.files.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map(({ row, column, message }) => (
              <Table.Tr key={`${row} ${column} ${message}`}>
                <Table.Td>{row}</Table.Td>
                <Table.Td>{column}</Table.Td>
                <Table.Td>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {total > errors.length && (
        <Text size="sm" mt="xs">
          {t('participants.files.moreErrors', {
            count: total - errors.length,
            number: formatNumber(total - errors.length),
          })}
        </Text>
      )}
    </Alert>
  )
}
