import { Anchor } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { homeOf, LOGIN } from '~/lib/paths'
import { useSession } from '~/lib/session'

export function NotFoundPage(): ReactNode {
  const { t } = useTranslation()
  const { loggedIn, profile } = useSession()
  useDocumentTitle(`${t('shell.notFound.title')} · Hội`)
  return (
    <EmptyState
      order={1}
      icon={IconMapOff}
      title={t('shell.notFound.title')}
      description={t('shell.notFound.description')}
    >
      <Anchor component={Link} to={loggedIn ? homeOf(profile?.role) : LOGIN}>
        {t(loggedIn ? 'shell.notFound.home' : 'shell.notFound.login')}
      </Anchor>
    </EmptyState>
  )
}
