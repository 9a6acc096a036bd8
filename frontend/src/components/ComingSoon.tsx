import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useScreen } from '~/lib/screens'
import { PageHeader } from './PageHeader'

/** A placeholder for a screen that is not built yet. */
export function ComingSoon() {
  const { t } = useTranslation()
  const { title } = useScreen()
  return (
    <>
      <PageHeader title={title ? t(title) : ''} />
      <Text>{t('common.comingSoon')}</Text>
    </>
  )
}
