import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import classes from './Webhooks.module.css'

interface SecretModalProps {
  secret: string
  onClose: () => void
}

/** Shows a secret, which cannot be seen again. */
export function SecretModal({ secret, onClose }: SecretModalProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      // A press beside it must not close the secret, which is shown once.
      closeOnClickOutside={false}
      title={t('webhooks.secret.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Alert icon={<IconKey size={18} />}>{t('webhooks.secret.once')}</Alert>
        <Text className={classes.address}>{secret}</Text>
        <Text size="sm" c="dimmed">
          {t('webhooks.secret.use')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <CopyButton value={secret} />
          <Button onClick={onClose}>{t('webhooks.secret.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
