import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showFormError, whenValid } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { toast } from '~/components/toast'
import { api, call } from '~/lib/api'
import { CODE, isRefused, shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { newPassword, requiredText, samePassword } from '~/lib/validators'
import { devicesQuery, meQuery } from './queries'

const EMPTY = { oldPassword: '', newPassword: '', retype: '' }

export function ChangePasswordForm() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: EMPTY,
    validate: {
      oldPassword: (value) => requiredText(LIMITS.password)(value),
      newPassword,
      retype: (value, values) => samePassword(value, values.newPassword),
    },
  })
  const change = useMutation({
    mutationFn: ({ retype: _, ...body }: typeof EMPTY) => call(api.PUT('/auth/password', { body })),
    onSuccess: () => {
      toast.success(t('auth.passwordChanged'))
      form.reset()
      // The server has just ended all other sessions.
      void queryClient.invalidateQueries(devicesQuery)
      return queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    },
    onError: shows((error) => {
      if (!isRefused(error, CODE.invalidCredential)) return showFormError(form)(error)
      form.setFieldError('oldPassword', t('auth.wrongOldPassword'))
      form.getInputNode('oldPassword')?.focus()
    }),
  })

  return (
    <form noValidate onSubmit={whenValid(form, change.mutate)}>
      <Stack gap="md" maw={440}>
        <PasswordField
          label={t('auth.oldPassword')}
          autoComplete="current-password"
          key={form.key('oldPassword')}
          {...form.getInputProps('oldPassword')}
        />
        <PasswordField
          label={t('auth.newPassword')}
          description={t('auth.passwordHint', { min: LIMITS.passwordMin })}
          autoComplete="new-password"
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <PasswordField
          label={t('auth.retypeNew')}
          autoComplete="new-password"
          key={form.key('retype')}
          {...form.getInputProps('retype')}
        />
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('auth.changePassword')}
        </Button>
      </Stack>
    </form>
  )
}
