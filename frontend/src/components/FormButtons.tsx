import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from './DialogButtons'

interface FormButtonsProps {
  onCancel: () => void
  /** Whether the form is being sent. */
  isPending: boolean
  /** The label of the button that sends; "save" by default. */
  label?: string
}

/** The buttons at the end of a dialog's form, always in sight. */
export function FormButtons({ onCancel, isPending, label }: FormButtonsProps) {
  const { t } = useTranslation()
  return (
    <DialogButtons>
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={isPending}>
        {label ?? t('common.save')}
      </Button>
    </DialogButtons>
  )
}
