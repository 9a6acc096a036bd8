import { Box, Button, Skeleton, Title } from '@mantine/core'
import { IconCompass, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { Paging } from '~/components/Paging'
import { SearchField } from '~/components/SearchField'
import { useExistingPage } from '~/components/useExistingPage'
import type { PageSearch } from '~/lib/pageSearch'
import { groupSearchQuery, suggestionsQuery } from '../queries'
import { PAGE_SIZE } from '../search'
import { DiscoveryCard } from './DiscoveryCard'
import classes from './GroupCards.module.css'
import { MyWaiting } from './MyWaiting'

interface DiscoveryScreenProps {
  /** The values in the address. */
  search: PageSearch
  onSearch: (next: PageSearch, replace: boolean) => void
}

/** Groups to join: the caller's requests and invitations, suggestions, and a search of all listed groups. */
export function DiscoveryScreen({ search, onSearch }: DiscoveryScreenProps) {
  const { t } = useTranslation()
  const keyword = search.search
  return (
    <>
      <PageHeader title={t('shell.menu./discovery')} description={t('groups.discovery.description')} />
      <Box role="search" maw={560} mb="xl">
        <SearchField
          label={t('groups.discovery.search')}
          value={keyword ?? ''}
          onSearch={(text) => onSearch({ search: text || undefined }, true)}
        />
      </Box>
      {!keyword && <MyWaiting />}
      {!keyword && <Suggestions />}
      <Found search={search} onSearch={onSearch} />
    </>
  )
}

/** Shows nothing if there is no suggestion, or the suggestions cannot be loaded. */
function Suggestions() {
  const { t } = useTranslation()
  const { data } = useQuery(suggestionsQuery)
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="suggestions" style={{ marginBottom: 32 }}>
      <Title order={2} id="suggestions" mb="md">
        {t('groups.discovery.suggestions')}
      </Title>
      <ul className={classes.grid} aria-labelledby="suggestions">
        {data.map(({ group, why }) => (
          <DiscoveryCard key={group.id} group={group} why={why} />
        ))}
      </ul>
    </section>
  )
}

function Found({ search, onSearch }: DiscoveryScreenProps) {
  const { t } = useTranslation()
  const { search: keyword, page = 1 } = search
  const groups = useQuery(groupSearchQuery(keyword, page))
  useExistingPage(groups, page, PAGE_SIZE, (last) => onSearch({ ...search, page: last }, true))
  if (!groups.data) {
    if (groups.error) return <ErrorState error={groups.error} onRetry={() => void groups.refetch()} />
    return <Skeleton height={240} radius="md" />
  }
  const { items, total } = groups.data
  if (total === 0)
    return keyword ? (
      <EmptyState
        icon={IconSearchOff}
        title={t('groups.discovery.noneFound.title')}
        description={t('groups.discovery.noneFound.description')}
      >
        <Button variant="default" onClick={() => onSearch({}, false)}>
          {t('common.clearFilters')}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState
        icon={IconCompass}
        title={t('groups.discovery.empty.title')}
        description={t('groups.discovery.empty.description')}
      />
    )
  return (
    <section aria-labelledby="found">
      <Title order={2} id="found" mb="md">
        {t(keyword ? 'groups.discovery.results' : 'groups.discovery.all')}
      </Title>
      <ul className={classes.grid} aria-labelledby="found">
        {items.map((group) => (
          <DiscoveryCard key={group.id} group={group} />
        ))}
      </ul>
      <Paging
        page={page}
        size={PAGE_SIZE}
        total={total}
        onChange={(next) => onSearch({ ...search, page: next }, false)}
      />
    </section>
  )
}
