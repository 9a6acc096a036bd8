import { Checkbox, Fieldset, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { DayField } from '~/components/DayField'
import { Uploader } from '~/components/Uploader'
import { useParticipationTypes } from '~/features/tickets/participationType'
import type { Ticket } from '~/features/tickets/queries'
import { useTicketChoices } from '~/features/tickets/useTicketChoices'
import classes from './ParticipantFacts.module.css'
import type { ParticipantValues } from './participantForm'

const METHODS = ['BANK_TRANSFER', 'CASH_AT_VENUE'] as const
const GENDERS = ['MALE', 'FEMALE', 'OTHERS'] as const
const PAYMENTS = ['paid', 'unpaid'] as const

interface ParticipantFormProps {
  form: UseFormReturnType<ParticipantValues>
  tickets: Ticket[]
  isNew: boolean
  /** Whether this event sends tickets by e-mail; without them, mails are only about payments. */
  mailsTickets: boolean
}

/** All fields of a participant that an organiser may edit. */
export function ParticipantForm(props: ParticipantFormProps) {
  return (
    <Stack gap="lg">
      <Contact {...props} />
      <Attendance {...props} />
      <Papers {...props} />
    </Stack>
  )
}

function useField(form: ParticipantFormProps['form']) {
  const { t } = useTranslation()
  return (name: keyof ParticipantValues) => ({
    label: t(`participants.field.${name}`),
    ...form.getInputProps(name),
  })
}

function Contact({ form }: ParticipantFormProps) {
  const { t } = useTranslation()
  const field = useField(form)
  return (
    <Fieldset
      variant="unstyled"
      classNames={{ legend: classes.legend }}
      legend={t('participants.group.contact')}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput key={form.key('fullName')} {...field('fullName')} required autoComplete="off" />
        <TextInput key={form.key('phone')} {...field('phone')} type="tel" autoComplete="off" />
        <TextInput key={form.key('email')} {...field('email')} type="email" autoComplete="off" />
        <TextInput key={form.key('company')} {...field('company')} autoComplete="off" />
        <TextInput key={form.key('role')} {...field('role')} autoComplete="off" />
        <TextInput key={form.key('country')} {...field('country')} autoComplete="off" />
      </SimpleGrid>
    </Fieldset>
  )
}

function Attendance({ form, tickets, isNew, mailsTickets }: ParticipantFormProps) {
  const { t } = useTranslation()
  const field = useField(form)
  const clearable = useClearable()
  const choices = useTicketChoices(tickets)
  return (
    <Fieldset
      variant="unstyled"
      classNames={{ legend: classes.legend }}
      legend={t('participants.group.attendance')}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
        <Select
          key={form.key('participationType')}
          {...field('participationType')}
          data={useParticipationTypes()}
          allowDeselect={false}
        />
        {tickets.length > 0 && (
          <Select
            key={form.key('ticketId')}
            {...field('ticketId')}
            required
            data={choices}
            allowDeselect={false}
          />
        )}
        <Select
          key={form.key('paymentStatus')}
          {...field('paymentStatus')}
          {...(isNew ? clearable : { allowDeselect: false })}
          placeholder={t('participants.payment.byTicket')}
          data={PAYMENTS.map((value) => ({ value, label: t(`participants.payment.${value}`) }))}
        />
        <Select
          key={form.key('paymentMethod')}
          {...field('paymentMethod')}
          {...clearable}
          placeholder={t('participants.method.none')}
          data={METHODS.map((value) => ({ value, label: t(`participants.method.${value}`) }))}
        />
        <TextInput key={form.key('invitedBy')} {...field('invitedBy')} autoComplete="off" />
        {isNew && (
          <TextInput key={form.key('invitationCode')} {...field('invitationCode')} autoComplete="off" />
        )}
      </SimpleGrid>
      <Textarea key={form.key('note')} {...field('note')} autosize minRows={2} />
      {isNew && (
        <Checkbox
          mt="md"
          key={form.key('sendMail')}
          label={t(`participants.field.${mailsTickets ? 'sendMail' : 'sendPaymentMail'}`)}
          {...form.getInputProps('sendMail', { type: 'checkbox' })}
        />
      )}
    </Fieldset>
  )
}

function Papers({ form }: ParticipantFormProps) {
  const { t } = useTranslation()
  const field = useField(form)
  const clearable = useClearable()
  return (
    <Fieldset
      variant="unstyled"
      classNames={{ legend: classes.legend }}
      legend={t('participants.group.papers')}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
        <DayField key={form.key('dateOfBirth')} {...field('dateOfBirth')} clearable maxDate={new Date()} />
        <Select
          key={form.key('gender')}
          {...field('gender')}
          {...clearable}
          data={GENDERS.map((value) => ({ value, label: t(`common.gender.${value}`) }))}
        />
        <TextInput
          key={form.key('identificationNumber')}
          {...field('identificationNumber')}
          autoComplete="off"
        />
        <TextInput key={form.key('taxNumber')} {...field('taxNumber')} autoComplete="off" />
      </SimpleGrid>
      <Stack>
        <Uploader key={form.key('avatar')} {...field('avatar')} purpose="avatar" />
        <Uploader key={form.key('logo')} {...field('logo')} purpose="appLogo" />
        <Uploader key={form.key('businessLicense')} {...field('businessLicense')} purpose="businessLicense" />
      </Stack>
    </Fieldset>
  )
}

function useClearable() {
  const { t } = useTranslation()
  return { clearable: true, clearButtonProps: { 'aria-label': t('common.clearChoice') } }
}
