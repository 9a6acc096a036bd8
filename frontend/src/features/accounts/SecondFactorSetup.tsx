import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { CopyButton } from '~/components/CopyButton'
import { showFormError, whenValid } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { QrCode } from '~/components/QrCode'
import { api, call } from '~/lib/api'
import { CODE, isRefused, shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { focusOnMount } from '~/lib/focusOnMount'
import { requiredText } from '~/lib/validators'
import { showCodeError } from './codeError'
import { RecoveryCodes } from './RecoveryCodes'
import classes from './SecondFactor.module.css'

interface SecondFactorSetupProps {
  onDone: () => void
  /** Called when the recovery codes are on the screen. */
  onCodes?: () => void
  /** Whether the action that `onDone` started is still running. */
  isLeaving?: boolean
  onCancel?: () => void
}

/** Three steps (password, app, first code), then the recovery codes, which are shown only now. */
export function SecondFactorSetup({ onDone, onCodes, isLeaving, onCancel }: SecondFactorSetupProps) {
  const [setup, setSetup] = useState<components['schemas']['SecondFactorSetup']>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} isLeaving={isLeaving} />
  const show = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes)
    onCodes?.()
  }
  if (setup) return <FirstCode setup={setup} onDone={show} onCancel={onCancel} />
  return <OwnPassword onDone={setSetup} onCancel={onCancel} />
}

interface StepProps<T> {
  onDone: (result: T) => void
  onCancel?: () => void
}

function OwnPassword({ onDone, onCancel }: StepProps<components['schemas']['SecondFactorSetup']>) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: requiredText(LIMITS.password) },
  })
  const begin = useMutation({
    mutationFn: (body: { password: string }) => call(api.POST('/users/me/second-factor', { body })),
    onSuccess: onDone,
    onError: shows((error) => {
      if (!isRefused(error, CODE.invalidCredential)) return showFormError(form)(error)
      form.setFieldError('password', t('auth.wrongOldPassword'))
      form.getInputNode('password')?.focus()
    }),
  })
  return (
    <form noValidate onSubmit={whenValid(form, begin.mutate)}>
      <Stack maw={440}>
        <PasswordField
          label={t('profile.security.password')}
          autoComplete="current-password"
          autoFocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Buttons submit={t('common.next')} loading={begin.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

function FirstCode({
  setup,
  onDone,
  onCancel,
}: StepProps<string[]> & { setup: components['schemas']['SecondFactorSetup'] }) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: requiredText(LIMITS.code) },
  })
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => call(api.PUT('/users/me/second-factor', { body })),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onError: showCodeError(form),
  })
  return (
    <form noValidate onSubmit={whenValid(form, confirm.mutate)}>
      <Stack maw={440}>
        <Text ref={focusOnMount} tabIndex={-1}>
          {t('profile.security.scan')}
        </Text>
        <QrCode text={setup.uri} label={t('profile.security.qr')} className={classes.code} />
        <Text>{t('profile.security.manual')}</Text>
        <Group gap="sm">
          <Code fz="sm" className={classes.secret}>
            {setup.secret.match(/.{1,4}/g)?.join(' ')}
          </Code>
          <CopyButton value={setup.secret} size="compact-sm" />
        </Group>
        <TextInput
          label={t('auth.code.label.app')}
          autoComplete="one-time-code"
          inputMode="numeric"
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Buttons submit={t('profile.security.turnOn')} loading={confirm.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

interface ButtonsProps {
  submit: string
  loading: boolean
  onCancel?: () => void
}

function Buttons({ submit, loading, onCancel }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group>
      <Button type="submit" loading={loading}>
        {submit}
      </Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      )}
    </Group>
  )
}
