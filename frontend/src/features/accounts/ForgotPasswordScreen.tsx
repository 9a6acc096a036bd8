import { useTranslation } from 'react-i18next'
import { ComingSoon } from '~/components/ComingSoon'

export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  return <ComingSoon title={t('shell.title.forgotPassword')} />
}
