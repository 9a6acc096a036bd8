import { TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '~/lib/fieldLengths'
import { phoneNumber, requiredText } from '~/lib/validators'

export const PERSON_RULES = {
  fullName: requiredText(LIMITS.fullName),
  phone: phoneNumber,
  company: requiredText(LIMITS.company),
}

interface PersonFieldsProps<Values> {
  form: UseFormReturnType<Values>
  withAsterisk?: boolean
  /** The e-mail address, which stands below the name. */
  children: ReactNode
}

/** The details that every account has. */
export function PersonFields<Values>({ form, withAsterisk, children }: PersonFieldsProps<Values>) {
  const { t } = useTranslation()
  const field = (name: keyof typeof PERSON_RULES, props: TextInputProps) => (
    <TextInput
      label={t(`auth.${name}`)}
      withAsterisk={withAsterisk}
      {...props}
      key={form.key(name)}
      {...form.getInputProps(name)}
    />
  )
  return (
    <>
      {field('fullName', { autoComplete: 'name' })}
      {children}
      {field('phone', { type: 'tel', autoComplete: 'tel' })}
      {field('company', { autoComplete: 'organization', description: t('auth.companyHint') })}
    </>
  )
}
