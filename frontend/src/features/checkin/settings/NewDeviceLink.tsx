import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { CopyButton } from '~/components/CopyButton'
import { QrCode } from '~/components/QrCode'
import { withName } from '../pairing'
import classes from './DeviceKeys.module.css'

/** The link of a fresh key: to copy, or to scan with the device itself. It is never shown again. */
export function NewDeviceLink({ made }: { made: components['schemas']['NewCheckinKey'] }) {
  const { t } = useTranslation()
  const link = withName(made.link, made.label)
  return (
    <div className={classes.link} role="status">
      <QrCode text={link} label={t('checkin.welcoming.qrOf', { label: made.label })} className={classes.qr} />
      <Stack gap="xs" className={classes.words} align="flex-start">
        <Text fw={500}>{t('checkin.welcoming.ready', { label: made.label })}</Text>
        <Text size="sm">{t('checkin.welcoming.once')}</Text>
        <Text size="xs" c="dimmed" className={classes.address}>
          {link}
        </Text>
        <CopyButton value={link} label={t('checkin.welcoming.copy')} />
      </Stack>
    </div>
  )
}
