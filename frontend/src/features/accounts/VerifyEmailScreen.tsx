import { useTranslation } from 'react-i18next'
import { ComingSoon } from '~/components/ComingSoon'

export function VerifyEmailScreen(_props: { token: string }) {
  const { t } = useTranslation()
  return <ComingSoon title={t('shell.title.verifyEmail')} />
}
