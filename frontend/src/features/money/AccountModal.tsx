import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { requiredText } from '~/lib/validators'
import { AccountFields, type AccountValues, MAX_NAME, MAX_NUMBER, useBin } from './AccountFields'
import { type BankAccount, type BankAccountBody, refreshMoney } from './queries'

interface AccountModalProps {
  initial: BankAccountBody
  /** The account that is changed; a new one without it. */
  account?: BankAccount
  onClose: () => void
}

const valuesOf = ({ bankName, accountNumber, holderName }: BankAccountBody): AccountValues => ({
  bankName,
  accountNumber,
  holderName,
})

/** The bank, number and holder of an account. */
export function AccountModal({ initial, account, onClose }: AccountModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const binOf = useBin()
  const id = account?.id
  const { bankName, bankBin } = initial
  const form = useForm<AccountValues>({
    mode: 'uncontrolled',
    initialValues: valuesOf(initial),
    validate: {
      bankName: requiredText(MAX_NAME),
      accountNumber: requiredText(MAX_NUMBER),
      holderName: requiredText(MAX_NAME),
    },
  })
  const conflict = useConflict({
    form,
    stored: account,
    valuesOf,
    fields: [
      { path: 'bankName', label: t('money.account.bank') },
      { path: 'accountNumber', label: t('money.account.number') },
      { path: 'holderName', label: t('money.account.holder') },
    ],
  })
  useKeptForm(form, `account ${id ?? initial.accountNumber}`, { conflict })
  const { mutate, isPending } = useMutation({
    mutationFn: (values: typeof form.values) => {
      const former = values.bankName === bankName ? bankBin : null
      const body = { ...values, bankBin: binOf(values.bankName) ?? former }
      return id
        ? answer(
            api.PUT('/bank-accounts/{id}', {
              params: { path: { id } },
              body: { ...body, version: conflict.version ?? 0 },
            }),
          )
        : answer(api.POST('/bank-accounts', { body }))
    },
    onSuccess: (_, { bankName: bank, accountNumber: number }) => {
      toast.done(t(`money.done.${id ? 'accountSaved' : 'accountAdded'}`, { bank, number }))
      onClose()
      return refreshMoney(queryClient)
    },
    onError: shows(conflict.refuse),
  })
  return (
    <FormModal opened onClose={onClose} title={t(id ? 'money.account.edit' : 'money.accounts.add')}>
      <form noValidate onSubmit={whenValid(form, mutate)}>
        <Stack gap="md">
          {conflict.notice}
          <AccountFields form={form} isRequired />
          <FormButtons onCancel={onClose} isPending={isPending} />
        </Stack>
      </form>
    </FormModal>
  )
}
