import { Autocomplete, Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormModal } from '~/components/FormModal'
import { focusFirstError, showFormError } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { banksQuery } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import { foldForSearch } from '~/lib/search'
import { requiredText } from '~/lib/validators'
import { type BankAccountBody, refreshMoney } from './queries'

/** As in an event. */
const MAX_NAME = 100
const MAX_NUMBER = 19

interface AccountModalProps {
  initial: BankAccountBody
  /** The account that is changed; a new one without it. */
  id?: string
  onClose: () => void
}

/** The bank, number and holder of an account. */
export function AccountModal({ initial, id, onClose }: AccountModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const banks = useQuery(banksQuery).data ?? []
  const { bankName, bankBin, accountNumber, holderName } = initial
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { bankName, accountNumber, holderName },
    validate: {
      bankName: requiredText(MAX_NAME),
      accountNumber: requiredText(MAX_NUMBER),
      holderName: requiredText(MAX_NAME),
    },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (values: typeof form.values) => {
      const typed = foldForSearch(values.bankName)
      const bank = banks.find(({ shortName, name }) => [shortName, name].map(foldForSearch).includes(typed))
      const former = values.bankName === bankName ? bankBin : null
      const body = { ...values, bankBin: bank?.bin ?? former }
      return id
        ? answer(api.PUT('/bank-accounts/{id}', { params: { path: { id } }, body }))
        : answer(api.POST('/bank-accounts', { body }))
    },
    onSuccess: (_, { bankName: bank, accountNumber: number }) => {
      toast.done(t(`money.done.${id ? 'accountSaved' : 'accountAdded'}`, { bank, number }))
      onClose()
      return refreshMoney(queryClient)
    },
    onError: showFormError(form),
  })
  return (
    <FormModal opened onClose={onClose} title={t(id ? 'money.account.edit' : 'money.accounts.add')}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => mutate(values),
          (errors) => focusFirstError(form, Object.keys(errors)),
        )}
      >
        <Stack gap="md">
          <Autocomplete
            label={t('money.account.bank')}
            withAsterisk
            autoComplete="off"
            data={banks.map(({ shortName }) => shortName)}
            limit={60}
            data-autofocus
            key={form.key('bankName')}
            {...form.getInputProps('bankName')}
          />
          <TextInput
            label={t('money.account.number')}
            withAsterisk
            autoComplete="off"
            inputMode="numeric"
            key={form.key('accountNumber')}
            {...form.getInputProps('accountNumber')}
          />
          <TextInput
            label={t('money.account.holder')}
            withAsterisk
            autoComplete="off"
            key={form.key('holderName')}
            {...form.getInputProps('holderName')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}
