import { Anchor, Button, Loader, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { ApiError } from '~/lib/apiError'
import { AuthFrame } from './AuthFrame'
import { type User, verificationQuery } from './queries'
import { ResendVerification } from './ResendVerification'
import { type LandingOf, useEnter } from './useEnter'

interface VerifyEmailScreenProps {
  token: string
  landingOf: LandingOf
}

/** The target of the link in the verification mail. Redeems the link once, because it can be used once. */
export function VerifyEmailScreen({ token, landingOf }: VerifyEmailScreenProps) {
  const { t } = useTranslation()
  const goIn = useEnter(landingOf)
  const enter = (user: User) => {
    toast.success(t('auth.verify.doneTitle'))
    return goIn(user)
  }
  const verification = useQuery(verificationQuery(token, enter))
  const [email, setEmail] = useState('')
  const toLogin = (
    <Anchor component={Link} to="/auth/login" fw={500}>
      {t('auth.backToLogin')}
    </Anchor>
  )

  if (verification.isPending) {
    return (
      <AuthFrame title={t('auth.verify.title')}>
        <Loader aria-hidden />
        <Text role="status" mt="sm">
          {t('auth.verify.pending')}
        </Text>
      </AuthFrame>
    )
  }
  if (verification.isSuccess) {
    return (
      <AuthFrame title={t('auth.verify.doneTitle')}>
        <Text role="status" mb="lg">
          {t('auth.verify.done')}
        </Text>
        <Button component={Link} to="/auth/login" size="md" fullWidth>
          {t('auth.login.submit')}
        </Button>
      </AuthFrame>
    )
  }
  const messages = verification.error instanceof ApiError ? verification.error.messages : []
  return (
    <AuthFrame title={t('auth.verify.failedTitle')} footer={toLogin}>
      <Text role="alert" mb="md">
        {messages.join(' ') || t('auth.verify.failed')}
      </Text>
      <TextInput
        label={t('auth.email')}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <ResendVerification email={email} />
    </AuthFrame>
  )
}
