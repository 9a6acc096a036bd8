import { SimpleGrid, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RichTextEditor } from '~/components/RichTextEditor'
import { useVariables } from '../mailVariables'
import { BankField } from './BankField'
import { takesMoney } from './defaults'
import { useField, useTextField, useWizardContext } from './fields'
import classes from './steps.module.css'

export function PaymentStep({ ticketClasses }: { ticketClasses: React.ReactNode }) {
  const { t } = useTranslation()
  const { value: isOff, onChange } = useField('turnOffPayment')
  const isPaid = takesMoney(useWizardContext().state.event)
  return (
    <Stack gap="xl" className={classes.narrow}>
      <section aria-labelledby="tickets-heading">
        <Title order={3} id="tickets-heading">
          {t('tickets.title')}
        </Title>
        <Text c="dimmed" mb="md">
          {t('tickets.description')}
        </Text>
        {ticketClasses}
      </section>
      {isPaid && (
        <section aria-labelledby="bank-heading">
          <Title order={3} id="bank-heading" mb="sm">
            {t('events.payment.title')}
          </Title>
          <Switch
            label={t('events.payment.turnOn')}
            description={t(isOff ? 'events.payment.offHint' : 'events.payment.onHint')}
            checked={!isOff}
            onChange={(event) => onChange(!event.currentTarget.checked)}
            mb="lg"
          />
          {!isOff && <BankAccount />}
        </section>
      )}
    </Stack>
  )
}

function BankAccount() {
  const { t } = useTranslation()
  return (
    <Stack gap="lg">
      <BankField />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <TextInput
          label={t('events.payment.accountNumber')}
          withAsterisk
          autoComplete="off"
          {...useTextField('accountNumber')}
        />
        <TextInput
          label={t('events.payment.accountHolderName')}
          withAsterisk
          autoComplete="off"
          {...useTextField('accountHolderName')}
        />
      </SimpleGrid>
      <RichTextEditor
        label={t('events.payment.emailContent')}
        description={t('events.payment.emailHint')}
        required
        variables={useVariables()}
        {...useField('paymentEmailContent')}
      />
    </Stack>
  )
}
