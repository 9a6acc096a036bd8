import { Tabs } from '@mantine/core'
import { IconBell, IconSettings } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '~/components/PageHeader'
import { NotificationHelp } from './NotificationHelp'
import { NotificationList } from './NotificationList'
import { PreferenceForm } from './PreferenceForm'

const TABS = ['list', 'settings'] as const
type Tab = (typeof TABS)[number]

interface NotificationsScreenProps {
  tab: Tab
  onTab: (tab: Tab) => void
  /** The groups that the user has muted; they belong to a later feature, so the route passes them in. */
  mutedGroups: ReactNode
}

export function NotificationsScreen({ tab, onTab, mutedGroups }: NotificationsScreenProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('shell.menu./notifications')} />
      <Tabs
        value={tab}
        onChange={(value) => onTab(value === 'settings' ? 'settings' : 'list')}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="list" leftSection={<IconBell size={18} stroke={1.5} />}>
            {t('notifications.tab.list')}
          </Tabs.Tab>
          <Tabs.Tab value="settings" leftSection={<IconSettings size={18} stroke={1.5} />}>
            {t('notifications.tab.settings')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list">
          <NotificationHelp onSettings={() => onTab('settings')} />
          <NotificationList />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <PreferenceForm mutedGroups={mutedGroups} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
