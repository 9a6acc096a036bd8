import { Button, Center } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { goOnAfterLogin } from '~/lib/afterLogin'
import classes from './LuckyDrawScreen.module.css'
import { remotePath } from './queries'

interface RemoteLoginProps {
  eventId: string
  onWatch: () => void
}

/** A phone that scanned the code of a remote and has no login yet. */
export function RemoteLogin({ eventId, onWatch }: RemoteLoginProps) {
  const { t } = useTranslation()
  return (
    <Center className={classes.waiting} p="md">
      <EmptyState
        icon={IconDeviceMobile}
        order={1}
        title={t('luckyDraw.remote.login.title')}
        description={t('luckyDraw.remote.login.hint')}
      >
        <Button
          component={Link}
          to="/auth/login"
          h={56}
          fullWidth
          onClick={() => goOnAfterLogin(remotePath(eventId))}
        >
          {t('luckyDraw.remote.login.submit')}
        </Button>
        <Button variant="default" h={56} fullWidth onClick={onWatch}>
          {t('luckyDraw.remote.login.watch')}
        </Button>
      </EmptyState>
    </Center>
  )
}
