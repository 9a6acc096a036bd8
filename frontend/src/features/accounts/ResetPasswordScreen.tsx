import { Alert, Anchor, Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { api, call } from '~/lib/api'
import { CODE, isRefused } from '~/lib/apiError'
import { LIMITS, newPassword, samePassword } from '~/lib/limits'
import { LOGIN } from '~/lib/paths'
import { AuthFrame } from './AuthFrame'

export function ResetPasswordScreen({ token }: { token: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
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
    onError: (error) => {
      if (!isRefused(error, CODE.notFound)) showFormError(form)(error)
    },
  })

  return (
    <AuthFrame
      title={t('auth.reset.title')}
      description={t('auth.reset.description')}
      footer={
        <Anchor component={Link} to="/auth/login" fw={500}>
          {t('auth.backToLogin')}
        </Anchor>
      }
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          ({ password }) => reset.mutate(password),
          (errors) => focusFirstError(form, Object.keys(errors)),
        )}
      >
        <Stack gap="md">
          {isRefused(reset.error, CODE.notFound) && (
            <Alert color="red" role="alert">
              {t('auth.reset.expired')}{' '}
              <Anchor component={Link} to="/auth/forgot-password">
                {t('auth.reset.again')}
              </Anchor>
            </Alert>
          )}
          <PasswordInput
            label={t('auth.newPassword')}
            description={t('auth.passwordHint', { min: LIMITS.passwordMin })}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label={t('auth.retypeNew')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
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
