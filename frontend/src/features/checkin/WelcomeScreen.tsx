import { useTranslation } from 'react-i18next'
import { ComingSoon } from '~/components/ComingSoon'

export function WelcomeScreen(_props: { eventId: string }) {
  const { t } = useTranslation()
  return <ComingSoon title={t('shell.title.checkin')} />
}
