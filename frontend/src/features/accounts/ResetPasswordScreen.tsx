import { Alert, Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { showFormError, whenValid } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { toast } from '~/components/toast'
import { api, call } from '~/lib/api'
import { CODE, isRefused, shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { LOGIN } from '~/lib/paths'
import { newPassword, samePassword } from '~/lib/validators'
import { AuthFrame } from './AuthFrame'
import { resetLinkQuery } from './queries'

export function ResetPasswordScreen({ token }: { token: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // Checked before the user types a new password. If the check itself fails, submitting the form reports an invalid
  // link.
  const link = useQuery(resetLinkQuery(token))
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', retype: '' },
    validate: { password: newPassword, retype: (value, { password }) => samePassword(value, password) },
  })
  const reset = useMutation({
    mutationFn: (password: string) => call(api.POST('/auth/reset-password', { body: { token, password } })),
    onSuccess: async () => {
      toast.success(t('auth.passwordChanged'), 3000)
      await navigate({ to: LOGIN })
    },
    onError: shows((error) => {
      if (!isRefused(error, CODE.notFound)) showFormError(form)(error)
    }),
  })

  const footer = (
    <Anchor component={Link} to="/auth/login" fw={500}>
      {t('auth.backToLogin')}
    </Anchor>
  )

  if (link.isPending) {
    return (
      <AuthFrame title={t('auth.reset.title')} footer={footer}>
        <Loader aria-hidden />
        <Text role="status" mt="sm">
          {t('auth.reset.checking')}
        </Text>
      </AuthFrame>
    )
  }
  if ([link.error, reset.error].some((error) => isRefused(error, CODE.notFound))) {
    return (
      <AuthFrame title={t('auth.reset.title')} footer={footer}>
        <Alert color="red" role="alert" mb="lg">
          {t('auth.reset.expired')}
        </Alert>
        <Button component={Link} to="/auth/forgot-password" size="md" fullWidth>
          {t('auth.reset.again')}
        </Button>
      </AuthFrame>
    )
  }

  return (
    <AuthFrame title={t('auth.reset.title')} description={t('auth.reset.description')} footer={footer}>
      <form noValidate onSubmit={whenValid(form, ({ password }) => reset.mutate(password))}>
        <Stack gap="md">
          <PasswordField
            label={t('auth.newPassword')}
            description={t('auth.passwordHint', { min: LIMITS.passwordMin })}
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <PasswordField
            label={t('auth.retypeNew')}
            autoComplete="new-password"
            key={form.key('retype')}
            {...form.getInputProps('retype')}
          />
          <Button type="submit" size="md" loading={reset.isPending}>
            {t('auth.reset.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
