import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconBuildingBank, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { isTypedHere } from '~/lib/typed'
import { Account } from './Account'
import { AccountModal } from './AccountModal'
import classes from './Money.module.css'
import { accountsQuery, type BankAccountBody, type BankAccounts, BLANK_ACCOUNT } from './queries'

/** The bank accounts of an organiser, each with how its transfers become known. */
export function Accounts() {
  const accounts = useQuery(accountsQuery)
  if (!accounts.data) {
    if (accounts.error) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
    return <Skeleton height={160} radius="md" />
  }
  return <AccountList {...accounts.data} />
}

function AccountList({ accounts: own, named }: BankAccounts) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState<BankAccountBody | null>(
    () =>
      [BLANK_ACCOUNT, ...named].find(({ accountNumber }) => isTypedHere(`account ${accountNumber}`)) ?? null,
  )
  const first = named[0]
  return (
    <section id="accounts" aria-labelledby="accounts-title">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title id="accounts-title" order={2} fz="lg">
          {t('money.accounts.title')}
        </Title>
        {own.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} />}
            onClick={() => setAdding(BLANK_ACCOUNT)}
          >
            {t('money.accounts.add')}
          </Button>
        )}
      </Group>
      {own.length === 0 && (
        <EmptyState
          icon={IconBuildingBank}
          title={t('money.accounts.empty')}
          description={t('money.accounts.emptyText')}
          order={3}
        >
          <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(first ?? BLANK_ACCOUNT)}>
            {first ? t('money.accounts.take', { number: first.accountNumber }) : t('money.accounts.add')}
          </Button>
        </EmptyState>
      )}
      {own.length > 0 && named.length > 0 && (
        <Group gap="sm" mb="sm">
          <Text size="sm" c="dimmed">
            {t('money.accounts.named')}
          </Text>
          {named.map((account) => (
            <Button
              key={account.accountNumber}
              size="compact-sm"
              variant="light"
              onClick={() => setAdding(account)}
            >
              {`${account.bankName} ${account.accountNumber}`}
            </Button>
          ))}
        </Group>
      )}
      <ul className={classes.accounts}>
        {own.map((account) => (
          <Account key={account.id} account={account} />
        ))}
      </ul>
      {adding && <AccountModal initial={adding} onClose={() => setAdding(null)} />}
    </section>
  )
}
