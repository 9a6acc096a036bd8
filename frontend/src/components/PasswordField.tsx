import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A password, which can be shown. Unlike Mantine's other fields, its input does not say by itself that it is invalid. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  )
}
