import { Autocomplete, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import { banksQuery } from '~/features/events/queries'
import { foldForSearch } from '~/lib/search'

export interface AccountValues {
  bankName: string
  accountNumber: string
  holderName: string
}

/** The most characters of names and numbers; the server refuses longer ones. */
export const MAX_NAME = bounds.BankAccountBody_bankName_maxLength
export const MAX_NUMBER = bounds.BankAccountBody_accountNumber_maxLength

/** Finds the six digits of a bank by its name. */
export function useBin() {
  const banks = useQuery(banksQuery).data ?? []
  return (bankName: string) => {
    const typed = foldForSearch(bankName)
    return banks.find(({ shortName, name }) => [shortName, name].map(foldForSearch).includes(typed))?.bin
  }
}

type Field = 'bankName' | 'accountNumber' | 'holderName'

interface AccountFieldsProps {
  /** A form with these three fields, and perhaps others. */
  form: {
    key: (field: Field) => string
    getInputProps: (field: Field) => GetInputPropsReturnType
  }
  isRequired?: boolean
}

/** The bank, number and holder of an account. */
export function AccountFields({ form, isRequired = false }: AccountFieldsProps) {
  const { t } = useTranslation()
  const banks = useQuery(banksQuery).data ?? []
  return (
    <>
      <Autocomplete
        label={t('money.account.bank')}
        withAsterisk={isRequired}
        autoComplete="off"
        // The focus with which a dialog opens would lay the list over the fields below.
        openOnFocus={false}
        data={banks.map(({ shortName }) => shortName)}
        limit={60}
        data-autofocus={isRequired || undefined}
        key={form.key('bankName')}
        {...form.getInputProps('bankName')}
      />
      <TextInput
        label={t('money.account.number')}
        withAsterisk={isRequired}
        autoComplete="off"
        inputMode="numeric"
        key={form.key('accountNumber')}
        {...form.getInputProps('accountNumber')}
      />
      <TextInput
        label={t('money.account.holder')}
        withAsterisk={isRequired}
        autoComplete="off"
        key={form.key('holderName')}
        {...form.getInputProps('holderName')}
      />
    </>
  )
}
