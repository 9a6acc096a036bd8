import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { Pill } from '~/components/Pill'
import { toast } from '~/components/toast'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { answerInWords } from './answerInWords'
import {
  deleteWebhook,
  refreshWebhooks,
  renewSecret,
  replayFailed,
  type Scope,
  testWebhook,
  type Webhook,
} from './queries'
import { WebhookLog } from './WebhookLog'
import classes from './Webhooks.module.css'

interface WebhookCardProps {
  scope: Scope
  hook: Webhook
  onEdit: () => void
  /** Called with a new secret. */
  onSecret: (secret: string) => void
}

/** A webhook: its address, its state, and the actions on it. */
export function WebhookCard({ scope, hook, onEdit, onSecret }: WebhookCardProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [hasLog, setHasLog] = useState(false)
  const { id, url, kinds, offReason, failingSince, waiting, failed, nextAt, oldSecretUntil } = hook
  const refresh = () => refreshWebhooks(queryClient, scope)
  const test = useMutation({ mutationFn: () => testWebhook(scope, id) })
  const renew = useMutation({
    mutationFn: () => renewSecret(scope, id),
    onSuccess: ({ data, messages }) => {
      toast.success(messages)
      onSecret(data.secret)
      return refresh()
    },
  })
  const replay = useMutation({
    mutationFn: () => replayFailed(scope, id),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      return refresh()
    },
  })
  const removal = useMutation({
    mutationFn: () => deleteWebhook(scope, id),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      return refresh()
    },
  })
  const askToRenew = async () => {
    const question = { title: t('webhooks.renew.action'), message: t('webhooks.renew.text') }
    if (await confirm({ ...question, confirm: t('webhooks.renew.action') })) renew.mutate()
  }
  const askToRemove = async () => {
    const question = {
      title: t('webhooks.remove.title'),
      message: t('webhooks.remove.text', { url }),
      confirm: t('webhooks.remove.action'),
      dangerous: true,
    }
    if (await confirm(question)) removal.mutate()
  }
  const failingFrom = offReason ? null : failingSince
  const color = offReason ? 'gray' : failingFrom ? 'red' : 'jade'
  const state = offReason ? 'off' : failingFrom ? 'failing' : 'on'
  const oldUntil = oldSecretUntil && new Date(oldSecretUntil) > new Date() ? oldSecretUntil : null
  return (
    <Paper component="li" withBorder radius="md" p="md" style={{ listStyle: 'none' }}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" align="flex-start">
          <Text className={classes.address} flex="1 1 200px" miw={0}>
            {url}
          </Text>
          <Pill color={color}>{t(`webhooks.state.${state}`)}</Pill>
        </Group>
        <Text size="sm" c="dimmed">
          {kinds.map((kind) => t(`webhooks.kind.${kind}`)).join(' · ')}
        </Text>
        {offReason && offReason !== 'organiser' && (
          <Alert color="red">{t(`webhooks.off.${offReason}`)}</Alert>
        )}
        {failingFrom && (
          <Alert color="marigold">
            {t('webhooks.failing', { since: formatDateTime(failingFrom) })}
            {nextAt && ` ${t('webhooks.nextAt', { time: formatDateTime(nextAt) })}`}
          </Alert>
        )}
        {waiting > 0 && <Text size="sm">{t('webhooks.waiting', { number: formatNumber(waiting) })}</Text>}
        {oldUntil && (
          <Text size="sm" c="dimmed">
            {t('webhooks.oldSecret', { time: formatDateTime(oldUntil) })}
          </Text>
        )}
        {failed > 0 && (
          <Group gap="sm">
            <Text size="sm">{t('webhooks.failed', { number: formatNumber(failed) })}</Text>
            {!offReason && (
              <Button
                size="compact-sm"
                variant="default"
                loading={replay.isPending}
                onClick={() => replay.mutate()}
              >
                {t('webhooks.replayAll')}
              </Button>
            )}
          </Group>
        )}
        <Group gap="xs">
          <Button size="sm" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t('webhooks.test.action')}
          </Button>
          <Button size="sm" variant="default" aria-expanded={hasLog} onClick={() => setHasLog(!hasLog)}>
            {t(hasLog ? 'webhooks.log.hide' : 'webhooks.log.show')}
          </Button>
          <Button size="sm" variant="default" onClick={onEdit}>
            {t('webhooks.edit')}
          </Button>
          <Button size="sm" variant="subtle" loading={renew.isPending} onClick={() => void askToRenew()}>
            {t('webhooks.renew.action')}
          </Button>
          <Button
            size="sm"
            variant="subtle"
            color="red"
            loading={removal.isPending}
            onClick={() => void askToRemove()}
          >
            {t('webhooks.remove.action')}
          </Button>
        </Group>
        <div aria-live="polite">
          {test.data && !test.isPending && (
            <Alert color={test.data.isGood ? 'jade' : 'red'}>
              {t(test.data.isGood ? 'webhooks.test.good' : 'webhooks.test.bad', {
                answer: answerInWords(t, test.data),
              })}
              {test.data.answer && <pre className={classes.code}>{test.data.answer}</pre>}
            </Alert>
          )}
        </div>
        {hasLog && <WebhookLog scope={scope} hook={hook} />}
      </Stack>
    </Paper>
  )
}
