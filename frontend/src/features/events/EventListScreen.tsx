import { useTranslation } from 'react-i18next'
import { ComingSoon } from '~/components/ComingSoon'

export function EventListScreen() {
  const { t } = useTranslation()
  return <ComingSoon title={t('shell.menu./event-management')} />
}
