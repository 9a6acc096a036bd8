import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TypedNameModal } from '~/components/TypedNameModal'
import { type DataRequest, erasePerson, type Keeper, refreshDataRequests } from './queries'

interface EraseModalProps {
  keeper: Keeper
  request: DataRequest
  onErased: (() => Promise<unknown>) | undefined
  onClose: () => void
}

/** Carries out an erasure, which cannot be undone, after the person's name was typed. */
export function EraseModal({ keeper, request: { id, fullName }, onErased, onClose }: EraseModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return (
    <TypedNameModal
      title={t('dataRequests.eraseTitle', { name: fullName })}
      fullName={fullName}
      label={t('dataRequests.eraseType', { name: fullName })}
      wrong={t('dataRequests.eraseWrong')}
      action={t('dataRequests.erase')}
      send={() => erasePerson(keeper, id)}
      done={t('dataRequests.erased')}
      onSettled={() => Promise.all([refreshDataRequests(queryClient, keeper), onErased?.()])}
      onClose={onClose}
    >
      <Text>{t(keeper === null ? 'dataRequests.eraseAccountText' : 'dataRequests.eraseText')}</Text>
    </TypedNameModal>
  )
}
