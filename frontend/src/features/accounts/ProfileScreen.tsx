import { Divider, Skeleton, Tabs, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { ChangePasswordForm } from './ChangePasswordForm'
import { ProfileForm } from './ProfileForm'
import { meQuery } from './queries'

export function ProfileScreen() {
  const { t } = useTranslation()
  const me = useQuery(meQuery)
  return (
    <>
      <PageHeader title={t('shell.menu./profile')} />
      <Tabs defaultValue="general" keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="general">{t('profile.tab.general')}</Tabs.Tab>
          <Tabs.Tab value="mine">{t('profile.tab.mine')}</Tabs.Tab>
          <Tabs.Tab value="plan">{t('profile.tab.plan')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          {me.data ? (
            <ProfileForm me={me.data} />
          ) : me.error ? (
            <ErrorState error={me.error} onRetry={() => void me.refetch()} />
          ) : (
            <Skeleton height={320} radius="md" />
          )}
          <Divider my="xl" />
          <Title order={2} mb="md">
            {t('auth.changePassword')}
          </Title>
          <ChangePasswordForm />
        </Tabs.Panel>
        <Tabs.Panel value="mine">
          <Text>{t('common.comingSoon')}</Text>
        </Tabs.Panel>
        <Tabs.Panel value="plan">
          <Text>{t('common.comingSoon')}</Text>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
