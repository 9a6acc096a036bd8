import { Alert, ScrollArea, Text } from '@mantine/core'
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RowErrors } from '~/lib/apiError'
import { formatNumber } from '~/lib/numbers'
import table from './table.module.css'

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
        <table className={table.table} aria-label={title}>
          <thead>
            <tr>
              <th>{t('common.import.row')}</th>
              <th>{t('common.import.column')}</th>
              <th>{t('common.import.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, message }) => (
              <tr key={`${row} ${column} ${message}`}>
                <td>{row}</td>
                <td>{column}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
