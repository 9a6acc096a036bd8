import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { PersonValues } from './personForm'

/** The fields of a person who has come; only the name is required. */
export function PersonFields<Values extends PersonValues>({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation()
  const field = (name: keyof PersonValues) => ({
    label: t(`rollCall.person.${name}`),
    ...form.getInputProps(name),
  })
  return (
    <>
      <TextInput
        key={form.key('fullName')}
        {...field('fullName')}
        withAsterisk
        data-autofocus
        autoComplete="off"
      />
      <TextInput key={form.key('phone')} {...field('phone')} type="tel" autoComplete="off" />
      <TextInput key={form.key('company')} {...field('company')} autoComplete="off" />
      <TextInput key={form.key('email')} {...field('email')} type="email" autoComplete="off" />
    </>
  )
}
