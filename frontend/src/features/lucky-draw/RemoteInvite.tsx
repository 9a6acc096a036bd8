import { Button, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { QrCode } from '~/components/QrCode'
import { useFocusBack } from '~/components/useFocusBack'
import { remotePath } from './queries'
import classes from './RemoteInvite.module.css'

interface RemoteInviteProps {
  eventId: string
  onHere: () => void
  onClose: () => void
}

/** The way from the big screen to the phone that carries the draw out. */
export function RemoteInvite({ eventId, onHere, onClose }: RemoteInviteProps) {
  const { t } = useTranslation()
  useFocusBack()
  const link = location.origin + remotePath(eventId)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('luckyDraw.remote.open')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack align="center" ta="center">
        <QrCode text={link} label={t('luckyDraw.remote.qr')} className={classes.code} />
        <Text>{t('luckyDraw.remote.scan')}</Text>
        <CopyButton value={link} label={t('luckyDraw.remote.copy')} />
        <Button variant="subtle" onClick={onHere}>
          {t('luckyDraw.remote.here')}
        </Button>
      </Stack>
    </Modal>
  )
}
