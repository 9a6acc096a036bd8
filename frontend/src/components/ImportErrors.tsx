import { Alert, ScrollArea, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RowErrors } from '~/lib/apiError'
import { formatNumber } from '~/lib/numbers'

/** So many are shown as a whole: a long one would be cut at the edge of its box on a phone. */
const FEW = 3

interface ImportErrorsProps extends RowErrors {
  /** The advice about them. */
  advice: string
  /** Their title, if the import was not tried. */
  title?: string
  /** Whether they only wait for an answer. */
  isAsked?: boolean
}

/** Which rows of a file cannot be imported, or not yet, and why. */
export function ImportErrors({ advice, errors, total, title: given, isAsked = false }: ImportErrorsProps) {
  const { t } = useTranslation()
  const title = given ?? t('common.import.failedRows', { count: total, number: formatNumber(total) })
  return (
    <Alert
      color={isAsked ? 'marigold' : 'red'}
      icon={isAsked ? <IconHelpCircle /> : <IconAlertTriangle />}
      title={title}
      role={isAsked ? 'status' : 'alert'}
    >
      <Text size="sm" mb="xs">
        {advice}
      </Text>
      <ScrollArea.Autosize mah={errors.length > FEW ? 280 : undefined} viewportProps={{ tabIndex: 0 }}>
        <Table striped verticalSpacing={6} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('common.import.row')}</Table.Th>
              <Table.Th>{t('common.import.column')}</Table.Th>
              <Table.Th>{t('common.import.reason')}</Table.Th>
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
          {t(isAsked ? 'common.import.moreRows' : 'common.import.moreErrors', {
            count: total - errors.length,
            number: formatNumber(total - errors.length),
          })}
        </Text>
      )}
    </Alert>
  )
}
