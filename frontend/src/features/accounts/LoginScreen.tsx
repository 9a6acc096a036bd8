import { useTranslation } from 'react-i18next'
import { ComingSoon } from '~/components/ComingSoon'

export function LoginScreen() {
  const { t } = useTranslation()
  return <ComingSoon title={t('shell.title.login')} />
}
