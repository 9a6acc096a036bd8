import { Alert, Button, Group, Select, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { useBin } from './AccountFields'
import { accountsQuery, type BankAccount, type BankAccountBody, refreshMoney } from './queries'

export type NamedAccount = Pick<BankAccount, 'id' | 'accountNumber'>

interface StatementAccountProps {
  chosen: NamedAccount | null
  namedNumber: string | null | undefined
  onChoose: (account: NamedAccount | null) => void
  onAdd: () => void
}

/** Which account a statement is of, where the event does not say it. */
export function StatementAccount({ chosen, namedNumber, onChoose, onAdd }: StatementAccountProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const accounts = useQuery(accountsQuery)
  const binOf = useBin()
  const { mutate: use, isPending } = useMutation({
    mutationFn: ({ bankName, bankBin, accountNumber, holderName }: BankAccountBody) => {
      const body = { bankName, bankBin: bankBin ?? binOf(bankName) ?? null, accountNumber, holderName }
      return answer(api.POST('/bank-accounts', { body }))
    },
    onSuccess: ({ data }) => {
      toast.done(t('money.done.accountAdded', { bank: data.bankName, number: data.accountNumber }))
      onChoose(data)
      return refreshMoney(queryClient)
    },
  })
  if (!accounts.data) {
    if (accounts.error) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
    return <Text role="status">{t('money.statement.reading')}</Text>
  }
  const { accounts: own, named } = accounts.data
  const ofEvent = named.filter(({ accountNumber }) => accountNumber === namedNumber)
  const offered = ofEvent.length > 0 || own.length > 0 ? ofEvent : named
  const offers = offered.map((account) => (
    <Button key={account.accountNumber} variant="default" loading={isPending} onClick={() => use(account)}>
      {t('money.statement.use', { bank: account.bankName, number: account.accountNumber })}
    </Button>
  ))
  if (own.length === 0) {
    return (
      <Alert variant="light" icon={<IconInfoCircle />}>
        <Text size="sm">{t(`money.statement.${offers.length > 0 ? 'onlyNamed' : 'noAccount'}`)}</Text>
        <Group gap="sm" mt="xs">
          {offers}
          <Button variant={offers.length > 0 ? 'subtle' : 'default'} onClick={onAdd}>
            {t(offers.length > 0 ? 'money.statement.useOther' : 'money.setUp.action')}
          </Button>
        </Group>
      </Alert>
    )
  }
  return (
    <>
      <Select
        label={t('money.statement.whose')}
        placeholder={t('money.statement.chooseAccount')}
        data={own.map(({ id, bankName, accountNumber }) => ({
          value: id,
          label: `${bankName} · ${accountNumber}`,
        }))}
        value={chosen?.id ?? null}
        onChange={(id) => onChoose(own.find((account) => account.id === id) ?? null)}
      />
      {offers.length > 0 && !chosen && <Group gap="sm">{offers}</Group>}
    </>
  )
}
