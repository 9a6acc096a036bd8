import { useTranslation } from 'react-i18next'
import { FormModal } from '~/components/FormModal'
import { PasswordForm } from '~/features/accounts/PasswordForm'
import { answer, api } from '~/lib/api'
import { COMMITTEES, type Committee } from './queries'

interface SecondFactorResetProps {
  committee: Committee
  opened: boolean
  onClose: () => void
}

/** Turns off the second factor of another account. Asks for the administrator's own password. */
export function SecondFactorReset({ committee, opened, onClose }: SecondFactorResetProps) {
  const { t } = useTranslation()
  const { id, fullName: name } = committee
  return (
    <FormModal opened={opened} onClose={onClose} title={t('committees.secondFactor.title')}>
      <PasswordForm
        text={t('committees.secondFactor.message', { name })}
        action={t('committees.secondFactor.action')}
        send={async (body) => {
          await answer(api.DELETE('/users/{id}/second-factor', { params: { path: { id } }, body }))
          return { messages: [t('committees.done.secondFactor', { name })] }
        }}
        list={COMMITTEES}
        onClose={onClose}
      />
    </FormModal>
  )
}
