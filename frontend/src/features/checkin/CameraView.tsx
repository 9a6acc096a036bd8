import { Button, Group, Loader, Select } from '@mantine/core'
import { IconBulb, IconCameraOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import classes from './CameraView.module.css'
import { useCamera } from './useCamera'
import { useTorch } from './useTorch'

interface CameraViewProps {
  onCode: (code: string) => void
  onClose: () => void
}

/** The camera's picture with a frame for the ticket, or the reason why there is none, with advice. */
export function CameraView({ onCode, onClose }: CameraViewProps) {
  const { t } = useTranslation()
  const [deviceId, setDeviceId] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  return (
    <Picture
      key={attempt}
      deviceId={deviceId}
      setDeviceId={setDeviceId}
      onCode={onCode}
      onRetry={() => setAttempt(attempt + 1)}
      close={
        <Button variant="default" leftSection={<IconCameraOff size={18} />} onClick={onClose}>
          {t('checkin.camera.close')}
        </Button>
      }
    />
  )
}

interface PictureProps extends Pick<CameraViewProps, 'onCode'> {
  deviceId: string | null
  setDeviceId: (id: string | null) => void
  onRetry: () => void
  close: React.ReactNode
}

function Picture({ deviceId, setDeviceId, onCode, onRetry, close }: PictureProps) {
  const { t } = useTranslation()
  const { video, problem, cameras, running, track } = useCamera(deviceId, onCode)
  const torch = useTorch(track)
  if (problem) {
    return (
      <div className={classes.camera}>
        <div role="alert" className={classes.problem}>
          <EmptyState
            icon={IconCameraOff}
            title={t(`checkin.camera.${problem}.title`)}
            description={t(`checkin.camera.${problem}.description`)}
          />
        </div>
        <Group justify="center" gap="sm">
          {close}
          <Button onClick={onRetry}>{t('common.retry')}</Button>
        </Group>
      </div>
    )
  }
  return (
    <div className={classes.camera}>
      <div className={classes.frame}>
        <video ref={video} playsInline muted aria-label={t('checkin.camera.picture')} />
        {running ? <div className={classes.target} aria-hidden /> : <Loader className={classes.loader} />}
      </div>
      <Group justify="center" gap="sm">
        {cameras.length > 1 && (
          <Select
            aria-label={t('checkin.camera.choose')}
            data={cameras.map(({ deviceId: value, label }, index) => ({
              value,
              label: label || t('checkin.camera.number', { number: index + 1 }),
            }))}
            value={deviceId ?? cameras[0]?.deviceId ?? null}
            onChange={setDeviceId}
            allowDeselect={false}
          />
        )}
        {torch && (
          <Button
            variant={torch.isOn ? 'filled' : 'default'}
            aria-pressed={torch.isOn}
            leftSection={<IconBulb size={18} />}
            onClick={torch.toggle}
          >
            {t('checkin.camera.torch')}
          </Button>
        )}
        {close}
      </Group>
    </div>
  )
}
