import { Button, Checkbox, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { DialogButtons } from '~/components/DialogButtons'
import { showFormError, whenValid } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { LIMITS } from '~/lib/fieldLengths'
import { useSession } from '~/lib/session'
import { requiredText } from '~/lib/validators'
import { ALL_RIGHTS, bodyOf, LIFETIMES, NEW_KEY, type NewKey, nameOfRight } from './apiKeys'
import { apiKeysQuery, keyedEventsQuery } from './queries'

/** Characters of a key's name that the server takes. */
const MAX_NAME = 100

interface ApiKeyFormProps {
  onMade: (key: components['schemas']['MadeApiKey']) => void
  onCancel: () => void
}

/** Makes a key. Asks for the password, because another person may sit at a browser that was left open. */
export function ApiKeyForm({ onMade, onCancel }: ApiKeyFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const events = useQuery(keyedEventsQuery(useSession().profile?.id))
  const [lifetime, setLifetime] = useState(NEW_KEY.lifetime)
  const form = useForm<NewKey>({
    mode: 'uncontrolled',
    initialValues: NEW_KEY,
    validate: {
      name: requiredText(MAX_NAME),
      rights: (chosen) => (chosen.length === 0 ? t('profile.keys.noRights') : null),
      password: requiredText(LIMITS.password),
    },
    onValuesChange: (values) => setLifetime(values.lifetime),
  })
  useKeptForm(form, 'api key', { except: ['password'] })
  const make = useMutation({
    mutationFn: (values: NewKey) => answer(api.POST('/users/me/api-keys', { body: bodyOf(values) })),
    onSuccess: ({ data }) => onMade(data),
    onError: showFormError(form),
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  })
  return (
    <form noValidate onSubmit={whenValid(form, make.mutate)}>
      <Stack>
        <TextInput
          label={t('profile.keys.name')}
          description={t('profile.keys.nameHint')}
          placeholder={t('profile.keys.nameExample')}
          maxLength={MAX_NAME}
          autoComplete="off"
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group
          label={t('profile.keys.rights')}
          description={t('profile.keys.rightsHint')}
          key={form.key('rights')}
          {...form.getInputProps('rights')}
        >
          <Stack gap="xs" my="xs">
            {ALL_RIGHTS.map((right) => (
              <Checkbox key={right} value={right} label={t(nameOfRight(right))} />
            ))}
          </Stack>
        </Checkbox.Group>
        <MultiSelect
          label={t('profile.keys.events')}
          description={t('profile.keys.eventsHint')}
          placeholder={t('profile.keys.allEvents')}
          data={(events.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          searchable
          clearable
          hidePickedOptions
          maxValues={100}
          clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
          key={form.key('events')}
          {...form.getInputProps('events')}
        />
        <Select
          label={t('profile.keys.lifetime')}
          description={lifetime === 'unlimited' ? t('profile.keys.unlimitedHint') : undefined}
          data={LIFETIMES.map((value) => ({ value, label: t(`profile.keys.lasts.${value}`) }))}
          allowDeselect={false}
          key={form.key('lifetime')}
          {...form.getInputProps('lifetime')}
        />
        <PasswordField
          label={t('profile.security.password')}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <DialogButtons>
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={make.isPending}>
            {t('profile.keys.make')}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
