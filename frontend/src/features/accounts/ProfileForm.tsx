import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { Uploader } from '~/components/Uploader'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { LIMITS } from '~/lib/fieldLengths'
import { optionalText } from '~/lib/validators'
import { PERSON_RULES, PersonFields } from './PersonFields'
import { useProfileSaving } from './useProfileSaving'

type Me = components['schemas']['Me']

const valuesOf = (me: Me) => ({
  fullName: me.fullName,
  phone: me.phone,
  country: me.country ?? '',
  company: me.company,
  avatar: me.avatar,
  appLogo: me.appLogo,
})

/** The details of the account that others see; an administrator may change them, too. */
export function ProfileForm({ me }: { me: Me }) {
  const { t } = useTranslation()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: valuesOf(me),
    validate: {
      ...PERSON_RULES,
      country: (value) => optionalText(LIMITS.country)(value),
    },
  })
  const conflict = useConflict({
    form,
    stored: me,
    valuesOf,
    fields: [
      { path: 'avatar', label: t('profile.avatar'), say: () => t('common.conflict.picture') },
      { path: 'appLogo', label: t('profile.appLogo'), say: () => t('common.conflict.picture') },
      { path: 'fullName', label: t('auth.fullName') },
      { path: 'phone', label: t('auth.phone') },
      { path: 'company', label: t('auth.company') },
      { path: 'country', label: t('profile.country') },
    ],
  })
  const { save, isSaving } = useProfileSaving(me, form, conflict)
  useKeptForm(form, 'profile', { conflict })

  return (
    <form noValidate onSubmit={save}>
      <Stack gap="md" maw={880}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Uploader
            label={t('profile.avatar')}
            purpose="avatar"
            key={form.key('avatar')}
            {...form.getInputProps('avatar')}
          />
          <Uploader
            label={t('profile.appLogo')}
            purpose="appLogo"
            key={form.key('appLogo')}
            {...form.getInputProps('appLogo')}
          />
          <PersonFields form={form} withAsterisk>
            <TextInput
              label={t('auth.email')}
              value={me.email}
              readOnly
              description={t('profile.emailFixed')}
            />
          </PersonFields>
          <TextInput
            label={t('profile.country')}
            autoComplete="country-name"
            key={form.key('country')}
            {...form.getInputProps('country')}
          />
        </SimpleGrid>
        {conflict.notice}
        <Button type="submit" loading={isSaving} style={{ alignSelf: 'flex-start' }}>
          {t('common.save')}
        </Button>
      </Stack>
    </form>
  )
}
