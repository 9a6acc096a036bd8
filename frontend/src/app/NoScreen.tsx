import { Anchor } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type Icon, IconLock, IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { homeOf, LOGIN } from '~/lib/paths'
import { useSession } from '~/lib/session'

export const NotFoundPage = (): ReactNode => <NoScreen icon={IconMapOff} reason="notFound" />

export const ForbiddenPage = () => <NoScreen icon={IconLock} reason="forbidden" />

function NoScreen({ icon, reason }: { icon: Icon; reason: 'notFound' | 'forbidden' }) {
  const { t } = useTranslation()
  const { loggedIn, profile } = useSession()
  const title = t(`shell.${reason}.title`)
  useDocumentTitle(`${title} · Hội`)
  return (
    <EmptyState order={1} icon={icon} title={title} description={t(`shell.${reason}.description`)}>
      <Anchor component={Link} to={loggedIn ? homeOf(profile?.role) : LOGIN}>
        {t(loggedIn ? 'shell.notFound.home' : 'shell.notFound.login')}
      </Anchor>
    </EmptyState>
  )
}
