import { Alert, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId } from '@mantine/hooks'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { LimitField } from '~/components/LimitField'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { LIMITS } from '~/lib/fieldLengths'
import { formatLimit, formatNumber } from '~/lib/numbers'
import { emailAddress, limitBetween, optionalText, phoneNumber, requiredText } from '~/lib/validators'
import { CountryList } from './CountryList'
import { type Committee, refreshCommittees } from './queries'

const MOST = 1_000_000

interface CommitteeModalProps {
  /** Absent for a new account. */
  committee?: Committee
  onClose: () => void
}

/** The dialog that creates or changes an account. */
export function CommitteeModal({ committee, onClose }: CommitteeModalProps) {
  const { t } = useTranslation()
  const countries = useId()
  const { form, save, isSaving, conflict } = useCommitteeForm({ committee, onClose })
  return (
    <FormModal
      opened
      onClose={onClose}
      size="lg"
      title={committee ? t('committees.edit', { name: committee.fullName }) : t('committees.add')}
    >
      <form noValidate autoComplete="off" onSubmit={save}>
        <Stack>
          {conflict.notice}
          {!committee && (
            <Alert color="blue" icon={<IconMail size={18} />}>
              {t('committees.passwordMailed')}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('auth.fullName')}
              withAsterisk
              data-autofocus
              key={form.key('fullName')}
              {...form.getInputProps('fullName')}
            />
            <TextInput
              label={t('auth.company')}
              withAsterisk
              key={form.key('company')}
              {...form.getInputProps('company')}
            />
            <TextInput
              label={t('auth.email')}
              withAsterisk
              type="email"
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <TextInput
              label={t('auth.phone')}
              withAsterisk
              type="tel"
              key={form.key('phone')}
              {...form.getInputProps('phone')}
            />
            <TextInput
              label={t('committees.field.country')}
              list={countries}
              key={form.key('country')}
              {...form.getInputProps('country')}
            />
            <CountryList id={countries} />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <LimitField
              label={t('committees.field.eventLimit')}
              description={t('committees.eventLimitHint')}
              key={form.key('eventLimit')}
              {...form.getInputProps('eventLimit')}
            />
            {committee && (
              <LimitField
                label={t('committees.field.dailyMails')}
                description={t('committees.dailyMailsHint')}
                switchLabel={t('committees.dailyMailsByAge')}
                key={form.key('dailyMails')}
                {...form.getInputProps('dailyMails')}
              />
            )}
          </SimpleGrid>
          <FormButtons
            onCancel={onClose}
            isPending={isSaving}
            label={t(committee ? 'common.save' : 'committees.add')}
          />
        </Stack>
      </form>
    </FormModal>
  )
}

function useCommitteeForm({ committee, onClose }: CommitteeModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: valuesOf(committee),
    validate: {
      fullName: (value) => requiredText(LIMITS.fullName)(value),
      company: (value) => requiredText(LIMITS.company)(value),
      email: emailAddress,
      phone: phoneNumber,
      country: (value) => optionalText(LIMITS.country)(value),
      eventLimit: limitBetween(0, MOST),
      dailyMails: limitBetween(0, MOST),
    },
  })
  const conflict = useConflict({
    form,
    stored: committee,
    valuesOf,
    fields: [
      { path: 'fullName', label: t('auth.fullName') },
      { path: 'company', label: t('auth.company') },
      { path: 'email', label: t('auth.email') },
      { path: 'phone', label: t('auth.phone') },
      { path: 'country', label: t('committees.field.country') },
      { path: 'eventLimit', label: t('committees.field.eventLimit'), say: formatLimit },
      {
        path: 'dailyMails',
        label: t('committees.field.dailyMails'),
        say: (mails: number) => (mails === -1 ? t('committees.dailyMailsByAge') : formatNumber(mails)),
      },
    ],
  })
  useKeptForm(form, `committee ${committee?.id ?? ''}`, { conflict })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ dailyMails, country, eventLimit, ...texts }: Values) => {
      const body = { ...texts, country: country.trim() || null, eventLimit: eventLimit ?? -1 }
      if (!committee) return answer(api.POST('/users', { body }))
      return answer(
        api.PUT('/users/{id}', {
          params: { path: { id: committee.id } },
          body: {
            ...body,
            dailyMails: dailyMails === -1 ? null : dailyMails,
            version: conflict.version,
          },
        }),
      )
    },
    onSuccess: (_, { fullName, email }) => {
      const done = committee ? 'committees.done.saved' : 'committees.done.created'
      toast.done(t(done, { name: fullName.trim(), email: email.trim() }))
      void refreshCommittees(queryClient)
      onClose()
    },
    onError: shows(conflict.refuse),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending, conflict }
}

const valuesOf = (committee: Committee | undefined): Values => ({
  fullName: committee?.fullName ?? '',
  company: committee?.company ?? '',
  email: committee?.email ?? '',
  phone: committee?.phone ?? '',
  country: committee?.country ?? '',
  eventLimit: committee?.eventLimit ?? null,
  dailyMails: committee?.dailyMails ?? -1,
})

interface Values {
  fullName: string
  company: string
  email: string
  phone: string
  country: string
  /** −1 = unlimited, null = nothing typed. */
  eventLimit: number | null
  /** −1 = by the account's age, null = nothing typed. */
  dailyMails: number | null
}
