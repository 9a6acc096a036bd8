import { Button, type ButtonProps } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from './toast'

/** Milliseconds the confirmation stays. */
const CONFIRMATION = 3000

interface CopyButtonProps extends ButtonProps {
  value: string
  /** The label of the button. */
  label?: string
}

export function CopyButton({ value, label, ...button }: CopyButtonProps) {
  const { t } = useTranslation()
  const { copy, copied, error } = useClipboard({ timeout: CONFIRMATION })

  useEffect(() => {
    if (error) toast.error(t('common.copyFailed'))
  }, [error, t])

  return (
    <Button
      variant="default"
      leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      {...button}
      onClick={() => copy(value)}
    >
      <span aria-live="polite">{copied ? t('common.copied') : (label ?? t('common.copy'))}</span>
    </Button>
  )
}
