import { useTranslation } from 'react-i18next'
import { ComingSoon } from '~/components/ComingSoon'

export function EventPickerScreen() {
  const { t } = useTranslation()
  return <ComingSoon title={t('shell.menu./participant-management')} />
}
