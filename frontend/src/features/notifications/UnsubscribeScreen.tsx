import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../accounts/AuthFrame'
import { useStopMails } from './queries'

/** The target of the link in mails that can be stopped. Asks first, because programs follow links in mails, too. */
export function UnsubscribeScreen({ token }: { token: string }) {
  const { t } = useTranslation()
  const stop = useStopMails(token)
  const toSettings = (
    <Anchor
      fw={500}
      renderRoot={(props) => <Link {...props} to="/notifications" search={{ tab: 'settings' }} />}
    >
      {t('notifications.unsubscribe.settings')}
    </Anchor>
  )
  if (stop.isSuccess) {
    return (
      <AuthFrame title={t('notifications.unsubscribe.doneTitle')} footer={toSettings}>
        <Text role="status">{stop.data.messages.join(' ')}</Text>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('notifications.unsubscribe.title')} footer={toSettings}>
      <Text mb="lg">{t('notifications.unsubscribe.question')}</Text>
      <Button size="md" fullWidth loading={stop.isPending} onClick={() => stop.mutate()}>
        {t('notifications.unsubscribe.stop')}
      </Button>
    </AuthFrame>
  )
}
