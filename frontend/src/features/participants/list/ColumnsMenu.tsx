import { ActionIcon, Button, Checkbox, Popover, ScrollArea, Stack, Text } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { COLUMNS, type GuestColumns } from './useGuestColumns'

interface ColumnsMenuProps {
  columns: GuestColumns
  /** The organiser's own questions. */
  questions: readonly { id?: string; question: string }[]
}

/** Chooses the columns of the list; the device remembers them. */
export function ColumnsMenu({ columns, questions }: ColumnsMenuProps) {
  const { t } = useTranslation()
  const choice = (key: string, label: string) => (
    <Checkbox key={key} label={label} checked={columns.isShown(key)} onChange={() => columns.toggle(key)} />
  )
  return (
    <Popover width={300} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('participants.columns.title')}>
          <IconColumns3 size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('participants.columns.title')}>
        <ScrollArea.Autosize mah={420} type="auto">
          <Stack gap={10} p={4}>
            {COLUMNS.map((key) => choice(key, t(`participants.column.${key}`)))}
            {questions.length > 0 && (
              <Text size="sm" c="dimmed" mt={4}>
                {t('participants.columns.questions')}
              </Text>
            )}
            {questions.map(({ id, question }) => id && choice(id, question))}
          </Stack>
        </ScrollArea.Autosize>
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={columns.reset}>
          {t('participants.columns.reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
