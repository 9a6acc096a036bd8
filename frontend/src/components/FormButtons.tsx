import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface FormButtonsProps {
  onCancel: () => void
  /** Whether the form is being sent. */
  isPending: boolean
  /** What sending does; saving by default. */
  label?: string
}

/** The buttons at the end of a dialog's form. */
export function FormButtons({ onCancel, isPending, label }: FormButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={isPending}>
        {label ?? t('common.save')}
      </Button>
    </Group>
  )
}
