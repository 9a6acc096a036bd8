import { Box, Button, Select } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconFilterOff, IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '~/components/filters.module.css'
import { SearchField } from '~/components/SearchField'
import { CountryList } from './CountryList'
import { COMMITTEE_STATES, type CommitteeSearch, hasCommitteeFilters } from './search'

interface CommitteeFiltersProps {
  search: CommitteeSearch
  /** `replace`: as typing does, so that "back" does not go through every letter. */
  onSearch: (change: CommitteeSearch, replace?: boolean) => void
}

/** The filters of the list of accounts, kept in the address. */
export function CommitteeFilters({ search, onSearch }: CommitteeFiltersProps) {
  const { t } = useTranslation()
  const countries = useId()
  return (
    <Box role="search" className={classes.filters}>
      <SearchField
        className={classes.text}
        label={t('committees.search')}
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined }, true)}
      />
      <Select
        aria-label={t('committees.field.state')}
        placeholder={t('committees.field.state')}
        data={COMMITTEE_STATES.map((value) => ({ value, label: t(`committees.state.${value}`) }))}
        value={search.state ?? null}
        onChange={(value) => onSearch({ state: COMMITTEE_STATES.find((known) => known === value) })}
        clearable
        clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
      />
      <SearchField
        label={t('committees.field.country')}
        leftSection={<IconWorld size={18} />}
        list={countries}
        value={search.country ?? ''}
        onSearch={(country) => onSearch({ country: country || undefined }, true)}
      />
      <CountryList id={countries} />
      {hasCommitteeFilters(search) && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} />}
          onClick={() => onSearch({ search: undefined, state: undefined, country: undefined })}
          className={classes.clear}
        >
          {t('common.clearFilters')}
        </Button>
      )}
    </Box>
  )
}
