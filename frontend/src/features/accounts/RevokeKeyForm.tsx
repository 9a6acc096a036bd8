import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { CODE, isRefused, shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { requiredText } from '~/lib/validators'
import { apiKeysQuery } from './queries'

interface RevokeKeyFormProps {
  apiKey: components['schemas']['ApiKey']
  onClose: () => void
}

export function RevokeKeyForm({ apiKey: { id, name }, onClose }: RevokeKeyFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: requiredText(LIMITS.password) },
  })
  const revoke = useMutation({
    mutationFn: (body: { password: string }) =>
      answer(api.DELETE('/users/me/api-keys/{id}', { params: { path: { id } }, body })),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      onClose()
    },
    onError: shows((error) => {
      showFormError(form)(error)
      // The key was revoked meanwhile.
      if (isRefused(error, CODE.notFound)) onClose()
    }),
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => revoke.mutate(values),
        (errors) => focusFirstError(form, Object.keys(errors)),
      )}
    >
      <Stack>
        <Text>{t('profile.keys.revokeText', { name })}</Text>
        <PasswordField
          label={t('profile.security.password')}
          autoComplete="current-password"
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red" loading={revoke.isPending}>
            {t('profile.keys.revoke')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
