import { useTranslation } from 'react-i18next'
import { ComingSoon } from '~/components/ComingSoon'

export function SignUpScreen() {
  const { t } = useTranslation()
  return <ComingSoon title={t('shell.title.signUp')} />
}
