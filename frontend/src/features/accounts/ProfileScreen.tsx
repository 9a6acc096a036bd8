import { Divider, Skeleton, Tabs, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { ApiKeys } from './ApiKeys'
import { ChangePasswordForm } from './ChangePasswordForm'
import { Devices } from './Devices'
import { MemberCode } from './MemberCode'
import { MyInformationForm } from './MyInformationForm'
import { ProfileForm } from './ProfileForm'
import { meQuery } from './queries'
import { SecondFactor } from './SecondFactor'
import { TABS, type Tab } from './search'

interface ProfileScreenProps {
  tab: Tab
  /** The content of the tab about the caller's plans. */
  plans: React.ReactNode
  /** The content of the tab about the caller's public page. */
  page: React.ReactNode
  /** The content of the tab about the caller's stored data. */
  data: React.ReactNode
  onTab: (tab: Tab) => void
}

export function ProfileScreen({ tab, plans, page, data, onTab }: ProfileScreenProps) {
  const { t } = useTranslation()
  const me = useQuery(meQuery)
  const whenKnown = (form: (me: components['schemas']['Me']) => React.ReactNode) => {
    if (me.data) return form(me.data)
    if (me.error) return <ErrorState error={me.error} onRetry={() => void me.refetch()} />
    return <Skeleton height={320} radius="md" />
  }
  return (
    <>
      <PageHeader title={t('shell.menu./profile')} />
      {/* Text typed on one tab is still there after a look at another. */}
      <Tabs value={tab} onChange={(name) => onTab(TABS.find((known) => known === name) ?? 'general')}>
        <Tabs.List mb="lg">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`profile.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="general">
          {whenKnown((me) => (
            <ProfileForm me={me} />
          ))}
          <Divider my="xl" />
          <MemberCode />
          <Divider my="xl" />
          <Title order={2} mb="md">
            {t('auth.changePassword')}
          </Title>
          <ChangePasswordForm />
          <Divider my="xl" />
          <SecondFactor />
          <Divider my="xl" />
          <Devices />
          <Divider my="xl" />
          <ApiKeys />
        </Tabs.Panel>
        <Tabs.Panel value="mine">
          {whenKnown((me) => (
            <MyInformationForm me={me} />
          ))}
        </Tabs.Panel>
        <Tabs.Panel value="page">{page}</Tabs.Panel>
        <Tabs.Panel value="plan">{plans}</Tabs.Panel>
        <Tabs.Panel value="data">{data}</Tabs.Panel>
      </Tabs>
    </>
  )
}
