import { Radio, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import { AskedRows, ImportSection } from './ImportSection'
import type { ImportChoices, ImportPreview, PhoneChoice } from './queries'

interface ImportPhonesProps {
  preview: ImportPreview
  choices: ImportChoices
  onChange: (change: Partial<ImportChoices>) => void
}

const FIELDS = ['badPhones', 'doubtfulPhones'] as const

/** Phone numbers that are none or not in use: one answer for all of a kind, with their rows. */
export function ImportPhones({ preview, choices, onChange }: ImportPhonesProps) {
  return FIELDS.filter((field) => preview[field].count > 0).map((field) => (
    <Phones
      key={field}
      field={field}
      phones={preview[field]}
      value={choices[field]}
      onChange={(choice) =>
        onChange(field === 'badPhones' ? { badPhones: choice } : { doubtfulPhones: choice })
      }
    />
  ))
}

interface PhonesProps {
  field: (typeof FIELDS)[number]
  phones: ImportPreview['badPhones']
  value: PhoneChoice | undefined
  onChange: (choice: PhoneChoice) => void
}

function Phones({ field, phones: { listed, count, old }, value, onChange }: PhonesProps) {
  const { t } = useTranslation()
  const title = t(`participants.files.${field}`, { count, number: formatNumber(count) })
  const offered: PhoneChoice[] =
    field === 'badPhones'
      ? ['empty', 'leaveOut']
      : old > 0
        ? ['keep', 'convert', 'empty', 'leaveOut']
        : ['keep', 'empty', 'leaveOut']
  return (
    <ImportSection title={title} isOpen={!value}>
      <AskedRows rows={listed.map(({ row, name, reason }) => ({ row, name, text: reason }))} count={count} />
      <Radio.Group
        label={<VisuallyHidden>{title}</VisuallyHidden>}
        value={value ?? null}
        onChange={(choice) => onChange(choice as PhoneChoice)}
      >
        <Stack gap="xs">
          {offered.map((choice) => (
            <Radio key={choice} value={choice} label={t(`participants.files.phone.${choice}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </ImportSection>
  )
}
