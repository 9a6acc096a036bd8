import { useTranslation } from 'react-i18next'
import { ComingSoon } from '~/components/ComingSoon'

export function ResetPasswordScreen(_props: { token: string }) {
  const { t } = useTranslation()
  return <ComingSoon title={t('shell.title.resetPassword')} />
}
