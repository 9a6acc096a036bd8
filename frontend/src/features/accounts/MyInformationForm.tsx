import { Button, Fieldset, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { DayField } from '~/components/DayField'
import { Uploader } from '~/components/Uploader'
import { type ComparedField, useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { formatDate } from '~/lib/dates'
import { LIMITS } from '~/lib/fieldLengths'
import { optionalText, requiredText } from '~/lib/validators'
import { useProfileSaving } from './useProfileSaving'

type Me = components['schemas']['Me']

const GENDERS = ['MALE', 'FEMALE', 'OTHERS'] as const

const valuesOf = (me: Me) => ({
  dateOfBirth: me.dateOfBirth,
  gender: me.gender,
  identificationNumber: me.identificationNumber ?? '',
  taxNumber: me.taxNumber ?? '',
  businessLicense: me.businessLicense,
  businessField: me.businessField ?? '',
  position: me.position ?? '',
})
type Name = keyof ReturnType<typeof valuesOf>

/** The personal data that paper forms ask for, and the account's work. */
export function MyInformationForm({ me }: { me: Me }) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: valuesOf(me),
    validate: {
      dateOfBirth: (value) => (value ? null : t('profile.mine.required.dateOfBirth')),
      gender: (value) => (value ? null : t('profile.mine.required.gender')),
      identificationNumber: requiredText(LIMITS.shortText, t('profile.mine.required.identificationNumber')),
      taxNumber: requiredText(LIMITS.shortText, t('profile.mine.required.taxNumber')),
      businessField: optionalText(LIMITS.shortText),
      position: optionalText(LIMITS.shortText),
    },
  })
  const says: Partial<Record<Name, ComparedField['say']>> = {
    dateOfBirth: formatDate,
    gender: (gender: (typeof GENDERS)[number]) => t(`common.gender.${gender}`),
    businessLicense: () => t('common.conflict.file'),
  }
  const names = Object.keys(form.getValues()) as Name[]
  const conflict = useConflict({
    form,
    stored: me,
    valuesOf,
    fields: names.map((path) => ({ path, label: t(`profile.mine.${path}`), say: says[path] })),
  })
  const { save, isSaving } = useProfileSaving(me, form, conflict)
  useKeptForm(form, 'information', { except: ['identificationNumber', 'taxNumber'], conflict })
  const field = (name: Name) => ({
    label: t(`profile.mine.${name}`),
    ...form.getInputProps(name),
  })

  return (
    <form noValidate onSubmit={save}>
      <Stack gap="md" maw={880}>
        <Text c="dimmed">{t('profile.mine.intro')}</Text>
        <Fieldset legend={t('profile.mine.papers')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
            <DayField
              key={form.key('dateOfBirth')}
              {...field('dateOfBirth')}
              withAsterisk
              autoComplete="bday"
              maxDate={new Date()}
              defaultLevel="decade"
            />
            <Select
              key={form.key('gender')}
              {...field('gender')}
              withAsterisk
              data={GENDERS.map((value) => ({ value, label: t(`common.gender.${value}`) }))}
            />
            <TextInput
              key={form.key('identificationNumber')}
              {...field('identificationNumber')}
              withAsterisk
              autoComplete="off"
            />
            <TextInput key={form.key('taxNumber')} {...field('taxNumber')} withAsterisk autoComplete="off" />
          </SimpleGrid>
          <Uploader
            key={form.key('businessLicense')}
            {...field('businessLicense')}
            purpose="businessLicense"
          />
        </Fieldset>
        <Fieldset legend={t('profile.mine.work')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput key={form.key('businessField')} {...field('businessField')} />
            <TextInput key={form.key('position')} {...field('position')} autoComplete="organization-title" />
          </SimpleGrid>
        </Fieldset>
        {conflict.notice}
        <Button type="submit" loading={isSaving} style={{ alignSelf: 'flex-start' }}>
          {t('common.save')}
        </Button>
      </Stack>
    </form>
  )
}
