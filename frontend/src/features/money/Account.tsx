import { ActionIcon, Button, Group, Menu, Text, Title } from '@mantine/core'
import { IconDots, IconFileSpreadsheet, IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { Pill } from '~/components/Pill'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { formatNumber } from '~/lib/numbers'
import { AccountModal } from './AccountModal'
import { Connection } from './Connection'
import classes from './Money.module.css'
import { type BankAccount, refreshMoney, type TakenStatement } from './queries'
import { StatementModal } from './StatementModal'
import { StatementResult } from './StatementResult'

/** A bank account, with the two ways in which its transfers become known. */
export function Account({ account }: { account: BankAccount }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'connection' | 'statement' | null>(null)
  const [taken, setTaken] = useState<TakenStatement | null>(null)
  const { id, bankName, accountNumber, holderName, service, events } = account
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE('/bank-accounts/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      toast.done(t('money.done.accountRemoved', { bank: bankName, number: accountNumber }))
      return refreshMoney(queryClient)
    },
  })
  const askToRemove = async () => {
    const question = {
      title: t('money.account.remove'),
      message: t('money.account.removeText', { number: accountNumber }),
      confirm: t('money.account.remove'),
      dangerous: true,
    }
    if (await confirm(question)) remove.mutate()
  }
  return (
    <li className={classes.account}>
      <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
        <div className={classes.words}>
          <Title order={3} fz="md">{`${bankName} · ${accountNumber}`}</Title>
          <Text size="sm" c="dimmed">
            {`${holderName} · ${t('money.account.events', { count: events, number: formatNumber(events) })}`}
          </Text>
        </div>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t('money.account.more', { number: accountNumber })}
            >
              <IconDots size={20} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
              {t('money.account.edit')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void askToRemove()}>
              {t('money.account.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Group gap="sm" mt="sm">
        <Pill color={service ? 'jade' : 'gray'} icon={IconPlugConnected}>
          {service
            ? t('money.account.connected', { service: t(`money.service.${service}`) })
            : t('money.account.notConnected')}
        </Pill>
        <Button
          size="sm"
          variant={service ? 'default' : 'filled'}
          aria-expanded={open === 'connection'}
          onClick={() => setOpen(open === 'connection' ? null : 'connection')}
        >
          {t(service ? 'money.account.manage' : 'money.account.connect')}
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} />}
          onClick={() => setOpen('statement')}
        >
          {t('money.statement.action')}
        </Button>
      </Group>
      {open === 'connection' && <Connection account={account} />}
      {open === 'edit' && <AccountModal initial={account} account={account} onClose={() => setOpen(null)} />}
      {taken && (
        <div className={classes.result}>
          <StatementResult taken={taken} onClose={() => setTaken(null)} />
        </div>
      )}
      {open === 'statement' && (
        <StatementModal account={account} onClose={() => setOpen(null)} onTaken={setTaken} />
      )}
    </li>
  )
}
