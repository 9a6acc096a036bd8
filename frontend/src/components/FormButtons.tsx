import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from './DialogButtons'

interface FormButtonsProps {
  onCancel: () => void
  /** Whether the form is being sent. */
  isPending: boolean
  /** The label of the button that sends; "save" by default. */
  label?: string
  /** Something is lost or taken back by it, so it is red. */
  isDangerous?: boolean
}

/** The buttons at the end of a dialog's form, always in sight. */
export function FormButtons({ onCancel, isPending, label, isDangerous }: FormButtonsProps) {
  const { t } = useTranslation()
  return (
    <DialogButtons>
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" color={isDangerous ? 'red' : undefined} loading={isPending}>
        {label ?? t('common.save')}
      </Button>
    </DialogButtons>
  )
}
