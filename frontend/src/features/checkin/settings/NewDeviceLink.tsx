import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { CopyButton } from '~/components/CopyButton'
import { QrCode } from '~/components/QrCode'
import classes from './DeviceKeys.module.css'

/** The link of a fresh key: to copy, or to scan with the device itself. It is never shown again. */
export function NewDeviceLink({ made }: { made: components['schemas']['NewCheckinKey'] }) {
  const { t } = useTranslation()
  return (
    <div className={classes.link} role="status">
      <QrCode
        text={made.link}
        label={t('checkin.welcoming.qrOf', { label: made.label })}
        className={classes.qr}
      />
      <Stack gap="xs" className={classes.words} align="flex-start">
        <Text fw={500}>{t('checkin.welcoming.ready', { label: made.label })}</Text>
        <Text size="sm">{t('checkin.welcoming.once')}</Text>
        <Text size="xs" c="dimmed" className={classes.address}>
          {made.link}
        </Text>
        <CopyButton value={made.link} label={t('checkin.welcoming.copy')} />
      </Stack>
    </div>
  )
}
