import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canPush } from '~/lib/push'
import { useChangePush } from './push'
import { pushQuery } from './queries'

type Permission = NotificationPermission | 'missing'

const permission = (): Permission => ('Notification' in window ? Notification.permission : 'missing')

/** Explains notifications, with the button to request the browser's permission, which needs a press. */
export function NotificationHelp({ onSettings }: { onSettings: () => void }) {
  const { t } = useTranslation()
  const title = useId()
  const [state, setState] = useState(permission)
  const mayPush = state === 'granted' && canPush()
  const { data: isPushed } = useQuery({ ...pushQuery, enabled: mayPush })
  const push = useChangePush()
  const ask = async () => {
    await Notification.requestPermission()
    setState(permission())
  }
  return (
    <Paper component="section" withBorder p="md" mb="lg" aria-labelledby={title}>
      <Stack gap="xs">
        <Title order={2} fz="md" id={title}>
          {t('notifications.help.title')}
        </Title>
        <Text size="sm">{t('notifications.help.what')}</Text>
        <Text size="sm" role="status">
          {t(mayPush && isPushed ? 'notifications.push.on' : `notifications.help.${state}`)}
        </Text>
        <Group gap="md">
          {state === 'default' && (
            <Button size="sm" leftSection={<IconBellRinging size={18} />} onClick={() => void ask()}>
              {t('notifications.help.switchOn')}
            </Button>
          )}
          {mayPush && isPushed !== undefined && (
            <Button
              size="sm"
              variant={isPushed ? 'default' : 'filled'}
              leftSection={<IconBellRinging size={18} />}
              loading={push.isPending}
              onClick={() => push.mutate(!isPushed)}
            >
              {t(isPushed ? 'notifications.push.switchOff' : 'notifications.push.switchOn')}
            </Button>
          )}
          <Anchor component="button" type="button" size="sm" onClick={onSettings}>
            {t('notifications.help.settings')}
          </Anchor>
        </Group>
      </Stack>
    </Paper>
  )
}
