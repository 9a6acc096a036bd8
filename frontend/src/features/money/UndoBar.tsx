import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Money.module.css'

interface UndoBarProps {
  /** The finished action. */
  done: string
  isPending: boolean
  onUndo: () => void
}

/** Above a list: the last decision, and the way to undo it. */
export function UndoBar({ done, isPending, onUndo }: UndoBarProps) {
  const { t } = useTranslation()
  return (
    <Group className={classes.done} gap="sm" role="status">
      <IconCheck size={18} aria-hidden />
      <Text size="sm">{done}</Text>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconArrowBackUp size={16} />}
        loading={isPending}
        onClick={onUndo}
      >
        {t('money.action.undo')}
      </Button>
    </Group>
  )
}
