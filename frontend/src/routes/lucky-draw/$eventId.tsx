import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ComingSoon } from '~/components/ComingSoon'

export const Route = createFileRoute('/lucky-draw/$eventId')({
  component: function Screen() {
    const { t } = useTranslation()
    return <ComingSoon title={t('shell.title.luckyDraw')} />
  },
})
