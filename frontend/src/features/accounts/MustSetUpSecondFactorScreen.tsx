import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { logOut } from '~/lib/logOut'
import { AuthFrame } from './AuthFrame'
import { meQuery } from './queries'
import { SecondFactorSetup } from './SecondFactorSetup'

/** Stands before every protected screen of an administrator who needs a second factor and has none. */
export function MustSetUpSecondFactorScreen({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const done = async () => {
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    await queryClient.invalidateQueries()
    onDone()
  }
  return (
    <AuthFrame
      title={t('auth.mustSetUp.title')}
      description={t('auth.mustSetUp.description')}
      footer={
        <Anchor component="button" type="button" onClick={logOut}>
          {t('shell.logout.action')}
        </Anchor>
      }
    >
      <SecondFactorSetup onDone={() => void done()} />
    </AuthFrame>
  )
}
