import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { logOut } from '~/lib/logOut'
import { AuthFrame } from './AuthFrame'
import { ChangePasswordForm } from './ChangePasswordForm'

/** Stands before every protected screen of an account whose password was made by an administrator. */
export default function MustChangePasswordScreen() {
  const { t } = useTranslation()
  return (
    <AuthFrame
      title={t('auth.mustChange.title')}
      description={t('auth.mustChange.description')}
      footer={
        <Anchor component="button" type="button" onClick={() => void logOut()}>
          {t('shell.logout.action')}
        </Anchor>
      }
    >
      <ChangePasswordForm />
    </AuthFrame>
  )
}
