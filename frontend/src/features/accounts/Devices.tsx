import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { ErrorState } from '~/components/ErrorState'
import { FormModal } from '~/components/FormModal'
import { answer, api } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { deviceOf } from './device'
import { PasswordForm } from './PasswordForm'
import { devicesQuery } from './queries'

type Device = components['schemas']['DeviceSession']

interface NamedDevice {
  id: string
  name: string
}

/** Lists the account's sessions and ends those the user does not recognise. */
export function Devices() {
  const { t } = useTranslation()
  const devices = useQuery(devicesQuery)
  const [isAsked, setAsked] = useState(false)
  /** The device to be logged out; all others if undefined. It stays while the question closes. */
  const [chosen, setChosen] = useState<NamedDevice>()
  const ask = (one?: NamedDevice) => {
    setChosen(one)
    setAsked(true)
  }
  const close = () => setAsked(false)
  if (devices.error) return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />

  return (
    <Stack maw={880}>
      <Title order={2}>{t('profile.devices.title')}</Title>
      {devices.data ? (
        <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {devices.data.map((device) => (
            <DeviceRow key={device.id} device={device} onLogOut={ask} />
          ))}
        </Stack>
      ) : (
        <Skeleton height={96} radius="md" />
      )}
      {devices.data?.length === 1 && <Text c="dimmed">{t('profile.devices.only')}</Text>}
      {devices.data && devices.data.length > 1 && (
        <Button variant="default" onClick={() => ask()} style={{ alignSelf: 'flex-start' }}>
          {t('profile.devices.logOutOthers')}
        </Button>
      )}
      <FormModal
        opened={isAsked}
        onClose={close}
        title={t(chosen ? 'profile.devices.askOne' : 'profile.devices.askAll')}
      >
        <PasswordForm
          text={
            chosen
              ? t('profile.devices.askOneText', { device: chosen.name })
              : t('profile.devices.askAllText')
          }
          action={t(chosen ? 'profile.devices.logOut' : 'profile.devices.logOutOthers')}
          send={(body) =>
            chosen
              ? answer(api.DELETE('/users/me/sessions/{id}', { params: { path: { id: chosen.id } }, body }))
              : answer(api.DELETE('/users/me/sessions', { body }))
          }
          list={devicesQuery}
          onClose={close}
        />
      </FormModal>
    </Stack>
  )
}

function DeviceRow({ device, onLogOut }: { device: Device; onLogOut: (device: NamedDevice) => void }) {
  const { t } = useTranslation()
  const { browser, system } = deviceOf(device.userAgent ?? '')
  const name =
    browser && system
      ? t('profile.devices.on', { browser, system })
      : (browser ?? system ?? t('profile.devices.unknown'))
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
          onClick={() => onLogOut({ id: device.id, name })}
        >
          {t('profile.devices.logOut')}
        </Button>
      )}
    </Group>
  )
}
