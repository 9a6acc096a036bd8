import { Button, Fieldset, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { DayField } from '~/components/DayField'
import { whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { Uploader } from '~/components/Uploader'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { shows } from '~/lib/apiError'
import { formatDate } from '~/lib/dates'
import { LIMITS } from '~/lib/fieldLengths'
import { optionalText, requiredText } from '~/lib/validators'
import { useProfileUpdate } from './queries'
import { useFollowing } from './useFollowing'

type Me = components['schemas']['Me']

const GENDERS = ['MALE', 'FEMALE', 'OTHERS'] as const

const valuesOf = (me: Me) => ({
  dateOfBirth: me.dateOfBirth,
  gender: me.gender,
  identificationNumber: me.identificationNumber ?? '',
  taxNumber: me.taxNumber ?? '',
  businessField: me.businessField ?? '',
  position: me.position ?? '',
  businessLicense: me.businessLicense,
})

/** The personal data that paper forms ask for; all fields are required. */
export function MyInformationForm({ me }: { me: Me }) {
  const { t } = useTranslation()
  const save = useProfileUpdate()
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
  const conflict = useConflict({
    form,
    stored: me,
    valuesOf,
    fields: [
      { path: 'dateOfBirth', label: t('profile.mine.dateOfBirth'), say: formatDate },
      {
        path: 'gender',
        label: t('profile.mine.gender'),
        say: (gender: (typeof GENDERS)[number]) => t(`common.gender.${gender}`),
      },
      { path: 'identificationNumber', label: t('profile.mine.identificationNumber') },
      { path: 'taxNumber', label: t('profile.mine.taxNumber') },
      {
        path: 'businessLicense',
        label: t('profile.mine.businessLicense'),
        say: () => t('common.conflict.picture'),
      },
      { path: 'businessField', label: t('profile.mine.businessField') },
      { path: 'position', label: t('profile.mine.position') },
    ],
  })
  useFollowing(me, conflict)
  useKeptForm(form, 'information', { except: ['identificationNumber', 'taxNumber'], conflict })
  const field = (name: keyof typeof form.values) => ({
    label: t(`profile.mine.${name}`),
    ...form.getInputProps(name),
  })

  return (
    <form
      noValidate
      onSubmit={whenValid(form, (values) =>
        save.mutate(
          { ...values, version: conflict.version },
          {
            onSuccess: (now) => {
              form.resetDirty(values)
              conflict.saved(now)
              toast.success(t('profile.updated'))
            },
            onError: shows(conflict.refuse),
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
        {conflict.notice}
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('common.save')}
        </Button>
      </Stack>
    </form>
  )
}
