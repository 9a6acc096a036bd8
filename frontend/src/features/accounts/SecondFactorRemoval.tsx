import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showFormError, whenValid } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { LIMITS } from '~/lib/fieldLengths'
import { requiredText } from '~/lib/validators'

const EMPTY = { password: '', code: '' }

interface SecondFactorRemovalProps {
  onDone: () => void
  onCancel: () => void
}

/** Turning the second factor off requires the password and a code (of the app, or a recovery code). */
export function SecondFactorRemoval({ onDone, onCancel }: SecondFactorRemovalProps) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: EMPTY,
    validate: { password: requiredText(LIMITS.password), code: requiredText(LIMITS.code) },
  })
  const remove = useMutation({
    mutationFn: (body: typeof EMPTY) => answer(api.POST('/users/me/second-factor/remove', { body })),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      onDone()
    },
    onError: showFormError(form),
  })
  return (
    <form noValidate onSubmit={whenValid(form, remove.mutate)}>
      <Stack maw={440}>
        <PasswordField
          label={t('profile.security.password')}
          autoComplete="current-password"
          autoFocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <TextInput
          label={t('auth.code.label.either')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Group>
          <Button type="submit" color="red" loading={remove.isPending}>
            {t('profile.security.turnOff')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
