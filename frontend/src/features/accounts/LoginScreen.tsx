import { Alert, Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstError, showFormError, whenValid } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { toast } from '~/components/toast'
import { ApiError, CODE, isRefused, reasonOf, shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { forgetPageLogin, typedIntoPage } from '~/lib/pageLogin'
import { session } from '~/lib/session'
import { canKeepTokens } from '~/lib/tokens'
import { emailAddress, requiredText } from '~/lib/validators'
import { AuthFrame } from './AuthFrame'
import { LoginCodeScreen } from './LoginCodeScreen'
import { type Credentials, logIn, type User } from './queries'
import { ResendVerification } from './ResendVerification'
import { type LandingOf, useEnter } from './useEnter'

export function LoginScreen({ landingOf }: { landingOf: LandingOf }) {
  const { t } = useTranslation()
  const goIn = useEnter(landingOf)
  const [typed] = useState(typedIntoPage)
  /** Why this browser cannot keep the login. */
  const keepingFault = (remember: boolean) => {
    if (canKeepTokens(remember)) return null
    return t(remember && canKeepTokens(false) ? 'auth.login.cannotRemember' : 'auth.login.needsCookies')
  }
  const [begun] = useState(() => {
    const values = typed?.values ?? { email: '', password: '', remember: session().isRemember }
    return { values, errors: { remember: keepingFault(values.remember) } }
  })
  const form = useForm<Credentials>({
    mode: 'uncontrolled',
    initialValues: begun.values,
    initialErrors: begun.errors,
    validate: {
      email: emailAddress,
      password: (value) => requiredText(LIMITS.password)(value),
      remember: keepingFault,
    },
  })
  const [challenge, setChallenge] = useState<string>()
  const enter = (user: User) => {
    toast.success(t('auth.login.done'))
    return goIn(user)
  }
  const login = useMutation({
    mutationFn: logIn,
    onSuccess: (result) => ('challenge' in result ? setChallenge(result.challenge) : enter(result)),
    onError: shows((error) => {
      if (isRefused(error, CODE.accountDisabled)) return
      if (error instanceof ApiError && isRefused(error, CODE.invalidCredential)) {
        // The answer does not reveal which of the two is wrong, so both are marked.
        form.setErrors({
          email: true,
          password: error.messages.map((words) => <div key={words}>{words}</div>),
        })
        return focusFirstError(form, ['password'])
      }
      if (error instanceof ApiError && error.messages.length === 0) return toast.error(t('auth.login.failed'))
      showFormError(form)(error)
    }),
  })
  const element = useRef<HTMLFormElement>(null)
  const isSent = useRef(typed?.isSent)
  useEffect(() => {
    if (isSent.current) element.current?.requestSubmit()
    isSent.current = false
    forgetPageLogin()
  }, [])
  const disabled = login.error instanceof ApiError && isRefused(login.error, CODE.accountDisabled)

  if (challenge) {
    return (
      <LoginCodeScreen
        challenge={challenge}
        remember={form.getValues().remember}
        onDone={enter}
        onBack={() => setChallenge(undefined)}
      />
    )
  }
  return (
    <AuthFrame
      title={t('auth.login.title')}
      isLanguageFocused={typed?.isLanguageFocused}
      footer={
        <Text>
          {t('auth.login.noAccount')}{' '}
          <Anchor component={Link} to="/auth/sign-up" fw={500}>
            {t('auth.login.signUp')}
          </Anchor>
        </Text>
      }
    >
      <form
        ref={element}
        noValidate
        onSubmit={whenValid(form, (values) => login.mutate({ ...values, email: values.email.trim() }))}
      >
        <Stack gap="md">
          {disabled && (
            <Alert color="red" role="alert">
              {login.error instanceof ApiError &&
                login.error.messages.map((message) => <Text key={message}>{message}</Text>)}
              {reasonOf(login.error) === 'UNVERIFIED' && (
                <ResendVerification email={form.getValues().email} />
              )}
            </Alert>
          )}
          <TextInput
            label={t('auth.email')}
            type="email"
            autoComplete="username"
            inputMode="email"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t('auth.password')}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Group justify="space-between">
            <Checkbox
              label={t('auth.login.remember')}
              key={form.key('remember')}
              {...form.getInputProps('remember', { type: 'checkbox' })}
            />
            <Anchor component={Link} to="/auth/forgot-password" size="sm">
              {t('auth.login.forgot')}
            </Anchor>
          </Group>
          <Button type="submit" size="md" loading={login.isPending}>
            {t('auth.login.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
