import { Anchor } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logOut } from '~/lib/logOut'
import { AuthFrame } from './AuthFrame'
import { meQuery } from './queries'
import { SecondFactorSetup } from './SecondFactorSetup'

/** Stands before every protected screen of an administrator who needs a second factor and has none. */
export default function MustSetUpSecondFactorScreen({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [hasCodes, setHasCodes] = useState(false)
  const leave = useMutation({
    mutationFn: async () => {
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
      await queryClient.invalidateQueries()
    },
    onSuccess: onDone,
  })
  return (
    <AuthFrame
      title={t(hasCodes ? 'auth.mustSetUp.codesTitle' : 'auth.mustSetUp.title')}
      description={hasCodes ? undefined : t('auth.mustSetUp.description')}
      footer={
        <Anchor component="button" type="button" onClick={() => void logOut()}>
          {t('shell.logout.action')}
        </Anchor>
      }
    >
      <SecondFactorSetup
        onDone={leave.mutate}
        onCodes={() => setHasCodes(true)}
        isLeaving={leave.isPending}
      />
    </AuthFrame>
  )
}
