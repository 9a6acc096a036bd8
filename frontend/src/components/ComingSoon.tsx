import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageHeader } from './PageHeader'

/** The whole of a screen that is not built yet: its title, and that it is not built yet. */
export function ComingSoon({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={title} />
      <Text>{t('common.comingSoon')}</Text>
    </>
  )
}
