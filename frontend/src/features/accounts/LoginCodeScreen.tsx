import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whenValid } from '~/components/formErrors'
import { LIMITS } from '~/lib/fieldLengths'
import { requiredText } from '~/lib/validators'
import { AuthFrame } from './AuthFrame'
import { showCodeError } from './codeError'
import { logInWithCode, type User } from './queries'

interface LoginCodeScreenProps {
  challenge: string
  remember: boolean
  onDone: (user: User) => void
  /** Returns to the e-mail and password form. */
  onBack: () => void
}

/** The second step of a login: a code of the authenticator app, or a recovery code in its place. */
export function LoginCodeScreen({ challenge, remember, onDone, onBack }: LoginCodeScreenProps) {
  const { t } = useTranslation()
  const [way, setWay] = useState<'app' | 'recovery'>('app')
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: requiredText(LIMITS.code) },
  })
  const login = useMutation({
    mutationFn: ({ code }: { code: string }) => logInWithCode({ challenge, code, remember }),
    onSuccess: onDone,
    onError: showCodeError(form),
  })
  const change = () => {
    setWay(way === 'app' ? 'recovery' : 'app')
    form.reset()
  }

  return (
    <AuthFrame
      title={t('auth.code.title')}
      description={t(`auth.code.description.${way}`)}
      footer={
        <Anchor component="button" type="button" onClick={onBack}>
          {t('auth.backToLogin')}
        </Anchor>
      }
    >
      <form noValidate onSubmit={whenValid(form, login.mutate)}>
        <Stack gap="md">
          <TextInput
            label={t(`auth.code.label.${way}`)}
            autoComplete={way === 'app' ? 'one-time-code' : 'off'}
            inputMode={way === 'app' ? 'numeric' : 'text'}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            key={`${way} ${form.key('code')}`}
            {...form.getInputProps('code')}
          />
          <Button type="submit" size="md" loading={login.isPending}>
            {t('auth.login.submit')}
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={change}>
            {t(`auth.code.other.${way}`)}
          </Anchor>
        </Stack>
      </form>
    </AuthFrame>
  )
}
