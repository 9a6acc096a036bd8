import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { confirm } from '~/components/confirm'
import { ErrorState } from '~/components/ErrorState'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { deviceOf } from './device'
import { devicesQuery } from './queries'

type Device = components['schemas']['DeviceSession']

/** Lists the account's sessions and ends those the user does not recognise. */
export function Devices() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const devices = useQuery(devicesQuery)
  const end = useMutation({
    /** Without an identifier, ends all sessions but this one. */
    mutationFn: (id?: string) =>
      id
        ? answer(api.DELETE('/users/me/sessions/{id}', { params: { path: { id } } }))
        : answer(api.DELETE('/users/me/sessions')),
    onSuccess: ({ messages }) => toast.success(messages),
    onSettled: () => queryClient.invalidateQueries(devicesQuery),
  })
  const logOutOthers = async () => {
    const question = { title: t('profile.devices.askAll'), message: t('profile.devices.askAllText') }
    if (await confirm({ ...question, confirm: t('profile.devices.logOutOthers'), dangerous: true })) {
      end.mutate(undefined)
    }
  }
  if (devices.error) return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />

  return (
    <Stack maw={880}>
      <Title order={2}>{t('profile.devices.title')}</Title>
      {devices.data ? (
        <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {devices.data.map((device) => (
            <DeviceRow key={device.id} device={device} onLogOut={() => end.mutate(device.id)} />
          ))}
        </Stack>
      ) : (
        <Skeleton height={96} radius="md" />
      )}
      {devices.data?.length === 1 && <Text c="dimmed">{t('profile.devices.only')}</Text>}
      {devices.data && devices.data.length > 1 && (
        <Button
          variant="default"
          onClick={() => void logOutOthers()}
          loading={end.isPending}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('profile.devices.logOutOthers')}
        </Button>
      )}
    </Stack>
  )
}

function DeviceRow({ device, onLogOut }: { device: Device; onLogOut: () => void }) {
  const { t } = useTranslation()
  const { browser, system } = deviceOf(device.userAgent ?? '')
  const name =
    browser && system
      ? t('profile.devices.on', { browser, system })
      : (browser ?? system ?? t('profile.devices.unknown'))
  const logOut = async () => {
    const question = {
      title: t('profile.devices.askOne'),
      message: t('profile.devices.askOneText', { device: name }),
    }
    if (await confirm({ ...question, confirm: t('profile.devices.logOut'), dangerous: true })) onLogOut()
  }
  const facts = [
    t('profile.devices.lastUsed', { time: formatDateTime(device.lastUsedAt) }),
    device.ip && t('profile.devices.loggedInFrom', { ip: device.ip }),
  ]
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {device.isCurrent && (
            <Badge variant="light" tt="none">
              {t('profile.devices.current')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </div>
      {!device.isCurrent && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={t('profile.devices.logOutThis', { device: name })}
          onClick={() => void logOut()}
        >
          {t('profile.devices.logOut')}
        </Button>
      )}
    </Group>
  )
}
