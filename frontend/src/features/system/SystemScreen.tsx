import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '~/components/PageHeader'
import { DataRequestList } from '~/features/data-requests/DataRequestList'
import { AuditLog } from './AuditLog'
import { JobList } from './JobList'
import { MailList } from './MailList'
import { Overview } from './Overview'
import { type SystemSearch, TABS } from './search'

interface SystemScreenProps {
  /** The values in the address. */
  search: SystemSearch
  onSearch: (next: SystemSearch, replace?: boolean) => void
}

/** The running platform, for administrators. */
export function SystemScreen({ search, onSearch }: SystemScreenProps) {
  const { t } = useTranslation()
  const tab = search.tab ?? 'overview'
  const open = (next: string | null) => {
    const tab = TABS.find((known) => known === next)
    onSearch(tab && tab !== 'overview' ? { tab } : {})
  }
  return (
    <>
      <PageHeader
        title={t('shell.menu./system')}
        description={t('system.description')}
        guide={tab === 'data' ? 'administrator.data-requests' : 'administrator.system'}
      />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md" aria-label={t('system.tabs')}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`system.tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Panel search={search} onSearch={onSearch} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Panel({ search, onSearch }: SystemScreenProps) {
  switch (search.tab) {
    case 'jobs':
      return <JobList search={search} onSearch={onSearch} />
    case 'mails':
      return <MailList search={search} onSearch={onSearch} />
    case 'audit':
      return <AuditLog search={search} onSearch={onSearch} />
    case 'data':
      return (
        <DataRequestList
          keeper={null}
          search={search}
          onSearch={(next) => onSearch({ tab: 'data', ...next })}
        />
      )
    default:
      return <Overview onDeadJobs={() => onSearch({ tab: 'jobs' })} />
  }
}
