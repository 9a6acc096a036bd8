import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { showFormError, whenValid } from '~/components/formErrors'
import { api, call } from '~/lib/api'
import { emailAddress } from '~/lib/validators'
import { AuthFrame } from './AuthFrame'

export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: emailAddress },
  })
  const request = useMutation({
    mutationFn: (email: string) => call(api.POST('/auth/forget-password', { body: { email } })),
    onError: showFormError(form),
  })
  const toLogin = (
    <Anchor component={Link} to="/auth/login" fw={500}>
      {t('auth.backToLogin')}
    </Anchor>
  )

  if (request.isSuccess) {
    return (
      <AuthFrame title={t('auth.forgot.doneTitle')} footer={toLogin}>
        <Text role="status">{t('auth.forgot.done', { email: request.variables })}</Text>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('auth.forgot.title')} description={t('auth.forgot.description')} footer={toLogin}>
      <form noValidate onSubmit={whenValid(form, ({ email }) => request.mutate(email.trim()))}>
        <Stack gap="md">
          <TextInput
            label={t('auth.email')}
            type="email"
            autoComplete="email"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <Button type="submit" size="md" loading={request.isPending}>
            {t('auth.forgot.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
