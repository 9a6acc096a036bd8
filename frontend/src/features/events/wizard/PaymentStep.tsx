import {
  Button,
  Checkbox,
  Fieldset,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RichTextEditor } from '~/components/RichText'
import { useVariables } from '../mailVariables'
import { BankField } from './BankField'
import { takesMoney } from './defaults'
import { useField, useTextField, useWizardContext } from './fields'
import { useLastEvent } from './lastEvent'
import { MAX_PAYMENT_DAYS } from './sections'
import classes from './steps.module.css'

/** The days suggested at first. */
const PAYMENT_DAYS = 3

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
      <LastAccount />
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
      <CashOffer />
      <PaymentDeadline />
      <InvoiceOffer />
    </Stack>
  )
}

/** Offers the bank account of the last event while this event has none. */
function LastAccount() {
  const { t } = useTranslation()
  const { state, change, find } = useWizardContext()
  const last = useLastEvent()
  if (!last?.bankName || !last.accountNumber || state.event.bankName || state.event.accountNumber) return null
  const { bankName, bankBin, accountNumber, accountHolderName } = last
  const take = () => {
    change({ bankName, bankBin, accountNumber, accountHolderName: accountHolderName ?? '' })
    find('accountNumber')
  }
  return (
    <Button variant="default" style={{ alignSelf: 'start' }} onClick={take}>
      {t('events.payment.lastAccount', { bankName, accountNumber })}
    </Button>
  )
}

/** Whether visitors can choose to pay at the door. */
function CashOffer() {
  const { t } = useTranslation()
  const { value, onChange } = useField('turnOffCash')
  return (
    <Switch
      label={t('events.payment.cash')}
      description={t(value ? 'events.payment.noCashHint' : 'events.payment.cashHint')}
      checked={!value}
      onChange={(event) => onChange(!event.currentTarget.checked)}
    />
  )
}

/** Whether people who pay are asked if they want an invoice. */
function InvoiceOffer() {
  const { t } = useTranslation()
  const { value, onChange } = useField('offersInvoices')
  return (
    <Switch
      label={t('events.payment.invoices')}
      description={t('events.payment.invoicesHint')}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** The payment deadline of visitors, and its consequence. */
function PaymentDeadline() {
  const { t } = useTranslation()
  const { value, onChange, ...field } = useField('paymentDays')
  const { value: isQuiet, onChange: turnOffReminder } = useField('turnOffPaymentReminder')
  const { value: isReleased, onChange: release } = useField('releaseUnpaid')
  const { value: holdsForCash, onChange: holdForCash } = useField('cashHasDeadline')
  const { value: hasNoCash } = useField('turnOffCash')
  return (
    <Stack gap="md">
      <Switch
        label={t('events.payment.deadline')}
        description={t('events.payment.deadlineHint')}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? PAYMENT_DAYS : null)}
      />
      {value !== null && (
        <Fieldset variant="unstyled" aria-label={t('events.payment.deadline')} ml={50}>
          <Stack gap="md">
            <NumberInput
              label={t('events.payment.days')}
              description={t('events.payment.daysHint')}
              clampBehavior="none"
              allowDecimal={false}
              styles={{ wrapper: { maxWidth: 260 } }}
              value={value || ''}
              onChange={(typed) => onChange(typeof typed === 'number' ? typed : 0)}
              min={1}
              max={MAX_PAYMENT_DAYS}
              {...field}
            />
            {value > 1 && (
              <Checkbox
                label={t('events.payment.remind')}
                checked={!isQuiet}
                onChange={(event) => turnOffReminder(!event.currentTarget.checked)}
              />
            )}
            {(!hasNoCash || holdsForCash) && (
              <Checkbox
                label={t('events.payment.cashDeadline')}
                description={t('events.payment.cashDeadlineHint')}
                checked={holdsForCash}
                onChange={(event) => holdForCash(event.currentTarget.checked)}
              />
            )}
            <Checkbox
              label={t('events.payment.release')}
              description={t('events.payment.releaseHint')}
              checked={isReleased}
              onChange={(event) => release(event.currentTarget.checked)}
            />
          </Stack>
        </Fieldset>
      )}
    </Stack>
  )
}
