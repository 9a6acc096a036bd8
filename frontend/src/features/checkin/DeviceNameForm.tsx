import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import { toast } from '~/components/toast'
import { nameDevice, useDeviceName } from './pairing'

/** Characters of a device's name that the server takes. */
const MAX_NAME = bounds.CheckIn_deviceId_maxLength

/** The name of this device in the log. */
export function DeviceNameForm() {
  const { t } = useTranslation()
  const stored = useDeviceName() ?? ''
  const [name, setName] = useState(stored)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        nameDevice(name)
        toast.success(t('checkin.deviceNamed'))
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap" p="xs">
        <TextInput
          label={t('checkin.deviceName')}
          placeholder={t('checkin.deviceNameExample')}
          maxLength={MAX_NAME}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          flex={1}
        />
        <Button type="submit" variant="default" disabled={name.trim() === stored}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  )
}
