import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { CODE, isRefused, shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { requiredText } from '~/lib/validators'
import { devicesQuery } from './queries'

export interface NamedDevice {
  id: string
  name: string
}

interface LogOutFormProps {
  /** Absent for all devices but this one. */
  device?: NamedDevice
  onClose: () => void
}

/** Logs out other devices. Asks for the password, because another person may sit at a browser that was left open. */
export function LogOutForm({ device, onClose }: LogOutFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: requiredText(LIMITS.password) },
  })
  const end = useMutation({
    mutationFn: (body: { password: string }) =>
      device
        ? answer(api.DELETE('/users/me/sessions/{id}', { params: { path: { id: device.id } }, body }))
        : answer(api.DELETE('/users/me/sessions', { body })),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      onClose()
    },
    onError: shows((error) => {
      showFormError(form)(error)
      // The device was logged out meanwhile.
      if (isRefused(error, CODE.notFound)) onClose()
    }),
    onSettled: () => queryClient.invalidateQueries(devicesQuery),
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => end.mutate(values),
        (errors) => focusFirstError(form, Object.keys(errors)),
      )}
    >
      <Stack>
        <Text>
          {device
            ? t('profile.devices.askOneText', { device: device.name })
            : t('profile.devices.askAllText')}
        </Text>
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
          <Button type="submit" color="red" loading={end.isPending}>
            {t(device ? 'profile.devices.logOut' : 'profile.devices.logOutOthers')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
