import { Checkbox, ScrollArea, Select, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import table from '~/components/table.module.css'
import { formatNumber } from '~/lib/numbers'
import { type ImportChoices, type ImportPreview, NO_CELLS } from './queries'

type List = ImportPreview['list']

interface ListNotesProps {
  preview: ImportPreview
  choices: ImportChoices
  onChange: (change: Partial<ImportChoices>) => void
}

/** The place of the list in its file, the changes to its cells, and the organiser's choices about both. */
export function ListNotes({ preview: { list, sheet }, choices, onChange }: ListNotesProps) {
  const { t } = useTranslation()
  const hidden = { count: list.hiddenRows, number: formatNumber(list.hiddenRows) }
  return (
    <>
      <SheetChoice
        sheets={list.sheets}
        sheet={sheet}
        // Another sheet has other columns.
        onChange={(sheet) => onChange({ sheet, mapping: undefined, ...NO_CELLS })}
      />
      {list.hiddenRows > 0 &&
        (list.takesHiddenRows && !choices.hiddenRows ? (
          <Text size="sm">{t('participants.files.list.allHidden')}</Text>
        ) : (
          <Checkbox
            label={t('participants.files.list.hiddenRows', hidden)}
            description={t('participants.files.list.hiddenRowsHint')}
            checked={choices.hiddenRows ?? false}
            onChange={({ currentTarget }) => onChange({ hiddenRows: currentTarget.checked })}
          />
        ))}
      {list.font && (
        <Switch
          label={t('participants.files.list.font', { font: list.font })}
          description={t('participants.files.list.fontHint')}
          checked={!choices.keepFont}
          onChange={({ currentTarget }) => onChange({ keepFont: !currentTarget.checked })}
        />
      )}
      {list.notes.length > 0 && (
        <Stack gap="xs" component="section" aria-label={t('participants.files.list.notes')}>
          {list.notes.map((group) => (
            <NoteGroup key={group.kind} {...group} />
          ))}
        </Stack>
      )}
    </>
  )
}

interface SheetChoiceProps {
  sheets: List['sheets']
  sheet: string | null
  onChange: (sheet: string) => void
}

function SheetChoice({ sheets, sheet, onChange }: SheetChoiceProps) {
  const { t } = useTranslation()
  const offered = sheets.filter(({ name, fits }) => fits || name === sheet)
  if (offered.length < 2) return null
  const several = offered.filter(({ fits, isHidden }) => fits && !isHidden).length > 1
  return (
    <Select
      label={t('participants.files.list.sheet')}
      description={several ? t('participants.files.list.several') : undefined}
      data={offered.map(({ name, isHidden }) => ({
        value: name,
        label: isHidden ? t('participants.files.list.hiddenSheet', { name }) : name,
      }))}
      value={sheet}
      onChange={(name) => name && onChange(name)}
      allowDeselect={false}
    />
  )
}

function NoteGroup({ kind, count, notes }: List['notes'][number]) {
  const { t } = useTranslation()
  const title = t(`participants.files.list.kind.${kind}`, { count, number: formatNumber(count) })
  const more = count - notes.length
  const hasColumns = notes.some(({ column }) => column !== null)
  return (
    // Notes about names and missing people are always worth a look, so they are open; the others are folded.
    <details open={kind === 'font' || kind === 'unclear' || kind === 'several'}>
      <Text component="summary" size="sm" fw={600} py={12} style={{ cursor: 'pointer' }}>
        {title}
      </Text>
      <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0 }}>
        <table className={table.table} aria-label={title}>
          <thead>
            <tr>
              <th>{t('common.import.row')}</th>
              {hasColumns && <th>{t('common.import.column')}</th>}
              <th>{t(hasColumns ? 'participants.files.list.change' : 'participants.files.inFile')}</th>
            </tr>
          </thead>
          <tbody>
            {notes.map(({ row, column, old, new: taken }) => (
              <tr key={`${row} ${column}`}>
                <td>{row}</td>
                {hasColumns && <td>{column}</td>}
                <td>
                  {old}
                  {taken !== null && (
                    <>
                      {' → '}
                      <b>{taken}</b>
                    </>
                  )}
                  {kind === 'error' && ` → ${t('participants.files.list.empty')}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Autosize>
      {more > 0 && (
        <Text size="sm">
          {t('participants.files.list.more', { count: more, number: formatNumber(more) })}
        </Text>
      )}
    </details>
  )
}
