import { Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import { CopyButton } from '~/components/CopyButton'
import { confirm } from '~/components/confirm'
import { showFormError, whenValid } from '~/components/formErrors'
import { PasswordField } from '~/components/PasswordField'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { requiredText } from '~/lib/validators'
import { Deliveries } from './Deliveries'
import classes from './Money.module.css'
import { type BankAccount, type BankService, refreshMoney } from './queries'

const SERVICES = [
  'sepay',
  'casso',
  'payos',
  'pay2s',
  'cassoV1',
  'sepaySigned',
] as const satisfies BankService[]
const MAX_KEY = bounds.ConnectionBody_key_maxLength

/** Connects an account with a service, in three steps, and shows the latest deliveries. */
export function Connection({ account }: { account: BankAccount }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, service, webhookAddress } = account
  const params = { path: { id } }
  const done = ({ messages }: { messages?: string[] }) => {
    toast.success(messages)
    return refreshMoney(queryClient)
  }
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { service: service ?? SERVICES[0], key: '' },
    validate: { key: requiredText(MAX_KEY) },
  })
  const [chosen, setChosen] = useState<BankService>(form.getValues().service)
  form.watch('service', ({ value }) => setChosen(value))
  const connect = useMutation({
    mutationFn: (body: { service: BankService; key: string }) =>
      answer(api.PUT('/bank-accounts/{id}/connection', { params, body })),
    onSuccess: (saved) => {
      form.setFieldValue('key', '')
      return done(saved)
    },
    onError: showFormError(form),
  })
  const disconnect = useMutation({
    mutationFn: () => answer(api.DELETE('/bank-accounts/{id}/connection', { params })),
    onSuccess: done,
  })
  const renew = useMutation({
    mutationFn: () => answer(api.POST('/bank-accounts/{id}/address', { params })),
    onSuccess: done,
  })
  const test = useMutation({
    mutationFn: () => answer(api.POST('/bank-accounts/{id}/test', { params })),
    onSuccess: done,
  })
  const askToRenew = async () => {
    const question = {
      title: t('money.connection.renew'),
      message: t('money.connection.renewText'),
      dangerous: true,
    }
    if (await confirm(question)) renew.mutate()
  }
  const askToDisconnect = async () => {
    const question = {
      title: t('money.connection.disconnect'),
      message: t('money.connection.disconnectText'),
      confirm: t('money.connection.disconnect'),
      dangerous: true,
    }
    if (await confirm(question)) disconnect.mutate()
  }
  return (
    <Stack gap="md" mt="md">
      <form noValidate onSubmit={whenValid(form, connect.mutate)}>
        <ol className={classes.steps}>
          <li>
            <Select
              label={t('money.connection.service')}
              data={SERVICES.map((value) => ({ value, label: t(`money.service.${value}`) }))}
              allowDeselect={false}
              maw={360}
              key={form.key('service')}
              {...form.getInputProps('service')}
            />
          </li>
          <li>
            <Text size="sm">{t('money.connection.address')}</Text>
            <Text className={classes.address}>{webhookAddress}</Text>
            <Group gap="sm" mt={4}>
              <CopyButton size="compact-sm" value={webhookAddress} label={t('money.connection.copy')} />
              <Button size="compact-sm" variant="subtle" onClick={() => void askToRenew()}>
                {t('money.connection.renew')}
              </Button>
            </Group>
          </li>
          <li>
            <PasswordField
              label={t('money.connection.key')}
              description={[
                t(`money.connection.whereKey.${chosen}`),
                t(service ? 'money.connection.keyKept' : 'money.connection.keyHint'),
              ].join(' ')}
              autoComplete="off"
              maw={360}
              key={form.key('key')}
              {...form.getInputProps('key')}
            />
          </li>
        </ol>
        <Group gap="sm" mt="sm">
          <Button type="submit" size="sm" loading={connect.isPending}>
            {t(service ? 'common.save' : 'money.account.connect')}
          </Button>
          {service && (
            <Button size="sm" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
              {t('money.connection.test')}
            </Button>
          )}
          {service && (
            <Button size="sm" variant="subtle" color="red" onClick={() => void askToDisconnect()}>
              {t('money.connection.disconnect')}
            </Button>
          )}
        </Group>
      </form>
      {service && (
        <div>
          <Title order={4} fz="sm" mb={4}>
            {t('money.deliveries.title')}
          </Title>
          <Deliveries accountId={id} />
        </div>
      )}
    </Stack>
  )
}
