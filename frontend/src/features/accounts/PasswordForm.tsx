import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { showFormError, whenValid } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { toast } from '~/components/toast'
import { CODE, isRefused, shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { requiredText } from '~/lib/validators'

interface PasswordFormProps {
  /** Says what ends. */
  text: string
  action: string
  send: (body: { password: string }) => Promise<{ messages?: string[] }>
  /** The query that lists what ends. */
  list: { queryKey: readonly unknown[] }
  onClose: () => void
}

/** Asks for the password before something ends, because another person may sit at a browser that was left open. */
export function PasswordForm({ text, action, send, list, onClose }: PasswordFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: requiredText(LIMITS.password) },
  })
  const end = useMutation({
    mutationFn: send,
    onSuccess: ({ messages }) => {
      toast.success(messages)
      onClose()
    },
    onError: shows((error) => {
      showFormError(form)(error)
      // It ended meanwhile.
      if (isRefused(error, CODE.notFound)) onClose()
    }),
    onSettled: () => queryClient.invalidateQueries(list),
  })
  return (
    <form noValidate onSubmit={whenValid(form, end.mutate)}>
      <Stack>
        <Text>{text}</Text>
        <PasswordField
          label={t('profile.security.password')}
          autoComplete="current-password"
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <FormButtons onCancel={onClose} isPending={end.isPending} label={action} isDangerous />
      </Stack>
    </form>
  )
}
