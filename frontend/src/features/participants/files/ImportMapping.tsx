import { Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import table from '~/components/table.module.css'
import { examplesOf } from './examples'
import { type ImportPreview, NEW_QUESTION } from './queries'

interface ImportMappingProps {
  preview: ImportPreview
  mapping: (string | null)[]
  onChange: (mapping: (string | null)[]) => void
}

/** Fields that several columns may have. */
const REPEATED: ReadonlySet<string | null> = new Set([null, NEW_QUESTION, 'status'])

/** The field of each column, as guessed by the server; can be corrected here. */
export function ImportMapping({ preview, mapping, onChange }: ImportMappingProps) {
  const { t } = useTranslation()
  const choose = (at: number, field: string | null) => {
    // Most fields can belong to one column only: the last choice wins.
    const loses = (held: string | null) => held === field && !REPEATED.has(held)
    onChange(mapping.map((held, place) => (place === at ? field : loses(held) ? null : held)))
  }
  const fields = preview.fields.map(({ id, label, required }) => ({
    value: id,
    label: required ? `${label} *` : label,
  }))
  return (
    <table className={table.table} aria-label={t('participants.files.mapping')}>
      <thead>
        <tr>
          <th>{t('participants.files.inFile')}</th>
          <th style={{ minWidth: 170 }}>{t('participants.files.means')}</th>
        </tr>
      </thead>
      <tbody>
        {preview.columns.map(({ title }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
          <tr key={at}>
            <td style={{ maxWidth: 220 }}>
              <Text size="sm" fw={600} truncate="end">
                {title}
              </Text>
              <Text size="xs" c="dimmed" lineClamp={2}>
                {examplesOf(preview, at)}
              </Text>
            </td>
            <td>
              <Select
                aria-label={t('participants.files.meaningOf', { column: title })}
                placeholder={t('participants.files.leftOut')}
                data={fields}
                value={mapping[at] ?? null}
                onChange={(field) => choose(at, field)}
                searchable
                clearable
                clearButtonProps={{ 'aria-label': t('participants.files.leaveOut', { column: title }) }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
