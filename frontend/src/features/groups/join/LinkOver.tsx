import { Anchor, Loader, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '~/features/accounts/AuthFrame'
import { ApiError } from '~/lib/apiError'

interface LinkOverProps {
  query: { error: Error | null }
  title: string
}

/** Stands for a page behind a link while it loads, and when the link works no longer. */
export function LinkOver({ query: { error }, title }: LinkOverProps) {
  const { t } = useTranslation()
  if (!error)
    return (
      <AuthFrame title={title}>
        <Loader aria-hidden />
      </AuthFrame>
    )
  const messages = error instanceof ApiError ? error.messages : []
  return (
    <AuthFrame
      title={title}
      footer={
        <Anchor component={Link} to="/auth/login" fw={500}>
          {t('auth.backToLogin')}
        </Anchor>
      }
    >
      <Text role="alert">{messages.join(' ') || t('common.toast.error')}</Text>
    </AuthFrame>
  )
}
