import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFormError, whenValid } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { DURATION, toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { LIMITS } from '~/lib/fieldLengths'
import { emailAddress, newPassword, samePassword } from '~/lib/validators'
import { AuthFrame } from './AuthFrame'
import { PERSON_RULES, PersonFields } from './PersonFields'
import { ResendVerification } from './ResendVerification'
import { rememberSignUp } from './signedUp'

interface SignUpScreenProps {
  /** The group of an invitation, and the person's details from it. */
  known?: { groupName: string; email: string; fullName: string | null; phone: string | null }
}

export function SignUpScreen({ known }: SignUpScreenProps) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      fullName: known?.fullName ?? '',
      email: known?.email ?? '',
      phone: known?.phone ?? '',
      company: '',
      password: '',
      retype: '',
    },
    validate: {
      ...PERSON_RULES,
      email: emailAddress,
      password: newPassword,
      retype: (value, { password }) => samePassword(value, password),
    },
  })
  const register = useMutation({
    mutationFn: ({ retype: _, ...body }: ReturnType<typeof form.getValues>) =>
      answer(api.POST('/auth/register', { body })),
    onSuccess: ({ data, messages }) => {
      rememberSignUp(data.email)
      toast.success(messages, DURATION.long)
    },
    onError: showFormError(form),
  })
  // Everything but the address stays as it was typed.
  const [isCorrecting, setCorrecting] = useState(false)
  const correct = () => {
    setCorrecting(true)
    register.reset()
  }
  const toLogin = (
    <Text>
      {t('auth.signUp.haveAccount')}{' '}
      <Anchor component={Link} to="/auth/login" fw={500}>
        {t('auth.signUp.logIn')}
      </Anchor>
    </Text>
  )

  if (register.isSuccess) {
    const email = register.data.data.email
    return (
      <AuthFrame title={t('auth.signUp.doneTitle')} footer={toLogin}>
        <Text role="status">{t('auth.signUp.done', { email })}</Text>
        <Text size="sm" mt="md">
          {t('auth.verify.resendHint')}
        </Text>
        <ResendVerification email={email} />
        <Text size="sm" mt="md">
          {t('auth.signUp.wrongEmail')}
        </Text>
        <Button mt="xs" size="sm" variant="default" onClick={correct}>
          {t('auth.signUp.correctEmail')}
        </Button>
      </AuthFrame>
    )
  }

  return (
    <AuthFrame
      title={known ? t('auth.signUp.invited', { group: known.groupName }) : t('auth.signUp.title')}
      // An invited person comes to join a group, not to organize events.
      description={!known && t('auth.signUp.description')}
      footer={toLogin}
    >
      <form noValidate onSubmit={whenValid(form, register.mutate)}>
        <Stack gap="md">
          <PersonFields form={form}>
            <TextInput
              label={t('auth.email')}
              type="email"
              autoComplete="email"
              autoFocus={isCorrecting}
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
          </PersonFields>
          <PasswordField
            label={t('auth.password')}
            description={t('auth.passwordHint', { min: LIMITS.passwordMin })}
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <PasswordField
            label={t('auth.retype')}
            autoComplete="new-password"
            key={form.key('retype')}
            {...form.getInputProps('retype')}
          />
          <Button type="submit" size="md" loading={register.isPending}>
            {t('auth.signUp.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
