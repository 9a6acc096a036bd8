import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ComingSoon } from '~/components/ComingSoon'

export const Route = createFileRoute('/notifications')({
  component: function Screen() {
    const { t } = useTranslation()
    return <ComingSoon title={t('shell.menu./notifications')} />
  },
})
