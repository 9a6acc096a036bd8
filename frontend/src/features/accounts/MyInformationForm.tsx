import { Button, Fieldset, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { DayField } from '~/components/DayField'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { Uploader } from '~/components/Uploader'
import { useKeptForm } from '~/components/useKept'
import { LIMITS } from '~/lib/fieldLengths'
import { optionalText, requiredText } from '~/lib/validators'
import { useProfileUpdate } from './queries'

type Me = components['schemas']['Me']

const GENDERS = ['MALE', 'FEMALE', 'OTHERS'] as const

/** The personal data that paper forms ask for; all fields are required. */
export function MyInformationForm({ me }: { me: Me }) {
  const { t } = useTranslation()
  const save = useProfileUpdate()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      dateOfBirth: me.dateOfBirth,
      gender: me.gender,
      identificationNumber: me.identificationNumber ?? '',
      taxNumber: me.taxNumber ?? '',
      businessField: me.businessField ?? '',
      position: me.position ?? '',
      businessLicense: me.businessLicense,
    },
    validate: {
      dateOfBirth: (value) => (value ? null : t('profile.mine.required.dateOfBirth')),
      gender: (value) => (value ? null : t('profile.mine.required.gender')),
      identificationNumber: requiredText(LIMITS.shortText, t('profile.mine.required.identificationNumber')),
      taxNumber: requiredText(LIMITS.shortText, t('profile.mine.required.taxNumber')),
      businessField: optionalText(LIMITS.shortText),
      position: optionalText(LIMITS.shortText),
    },
  })
  useKeptForm(form, 'information', { except: ['identificationNumber', 'taxNumber'] })
  const field = (name: keyof typeof form.values) => ({
    label: t(`profile.mine.${name}`),
    ...form.getInputProps(name),
  })

  return (
    <form
      noValidate
      onSubmit={whenValid(form, (values) =>
        // Only their person changes these fields.
        save.mutate(
          { ...values, version: undefined },
          {
            onSuccess: () => {
              form.resetDirty(values)
              toast.success(t('profile.updated'))
            },
            onError: showFormError(form),
          },
        ),
      )}
    >
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
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('common.save')}
        </Button>
      </Stack>
    </form>
  )
}
