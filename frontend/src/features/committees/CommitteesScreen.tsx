import { Button } from '@mantine/core'
import { IconBuildingCommunity, IconSearchOff, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { PageHeader } from '~/components/PageHeader'
import { useExistingPage } from '~/components/useExistingPage'
import { AccountActivityDrawer } from '~/features/system/AccountActivityDrawer'
import { isTypedHere } from '~/lib/typed'
import { CommitteeFilters } from './CommitteeFilters'
import { CommitteeMenu } from './CommitteeMenu'
import { CommitteeModal } from './CommitteeModal'
import { useCommitteeColumns } from './committeeColumns'
import { type Committee, committeesQuery } from './queries'
import { SecondFactorReset } from './SecondFactorReset'
import { type CommitteeSearch, hasCommitteeFilters, PAGE_SIZE } from './search'
import { useCommitteeActions } from './useCommitteeActions'

interface CommitteesScreenProps {
  /** The values in the address. */
  search: CommitteeSearch
  onSearch: (next: CommitteeSearch, replace: boolean) => void
}

/** The accounts, for administrators; unless the address says another order, the newest first. */
export function CommitteesScreen({ search, onSearch }: CommitteesScreenProps) {
  const { t } = useTranslation()
  const committees = useQuery(committeesQuery(search))
  const [committee, setCommittee] = useState<Committee | 'new' | null>(() =>
    isTypedHere('committee ') ? 'new' : null,
  )
  /** Whose activity is shown. */
  const [seen, setSeen] = useState<Committee | null>(null)
  /** Whose second factor is to be turned off. The name stays while the question closes. */
  const [lost, setLost] = useState<{ committee: Committee; opened: boolean }>()
  const actions = useCommitteeActions()
  const { page = 1 } = search

  const show = (change: CommitteeSearch, replace = false) =>
    onSearch({ ...search, page: undefined, ...change }, replace)

  useExistingPage(committees, page, PAGE_SIZE, (last) => show({ page: last }, true))

  return (
    <>
      <PageHeader
        title={t('shell.menu./committee-management')}
        description={t('committees.description')}
        guide="administrator.accounts"
      >
        <Button leftSection={<IconUserPlus size={18} />} onClick={() => setCommittee('new')}>
          {t('committees.add')}
        </Button>
      </PageHeader>
      <CommitteeFilters search={search} onSearch={show} />
      <DataTable
        label={t('committees.list')}
        query={committees}
        columns={useCommitteeColumns()}
        rowId={({ id }) => id}
        rowName={({ fullName }) => fullName}
        onOpen={setCommittee}
        sorting={{ sort: search.sort, order: search.order, onSort: show }}
        actions={(committee) => (
          <CommitteeMenu
            committee={committee}
            actions={actions}
            onEdit={() => setCommittee(committee)}
            onActivity={() => setSeen(committee)}
            onResetSecondFactor={() => setLost({ committee, opened: true })}
          />
        )}
        empty={
          hasCommitteeFilters(search) ? (
            <EmptyState
              icon={IconSearchOff}
              title={t('committees.noneFound.title')}
              description={t('committees.noneFound.description')}
            />
          ) : (
            <EmptyState
              icon={IconBuildingCommunity}
              title={t('committees.empty.title')}
              description={t('committees.empty.description')}
            />
          )
        }
        paging={{ page, size: PAGE_SIZE, onChange: (next) => show({ page: next }) }}
      />
      {seen && <AccountActivityDrawer account={seen} onClose={() => setSeen(null)} />}
      {lost && <SecondFactorReset {...lost} onClose={() => setLost({ ...lost, opened: false })} />}
      {committee && (
        <CommitteeModal
          committee={committee === 'new' ? undefined : committee}
          onClose={() => setCommittee(null)}
        />
      )}
    </>
  )
}
