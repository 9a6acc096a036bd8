import { Box, Button, Select } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SearchField } from '~/components/SearchField'
import { type ListSearch, PARTICIPATION_TYPES } from '../listSearch'
import classes from '../ParticipantFilters.module.css'
import { ticketsQuery } from '../queries'
import { CODE_STATES, hasCodeFilters } from './queries'

interface CodeFiltersProps {
  eventId: string
  search: ListSearch
  onSearch: (change: Partial<ListSearch>) => void
}

/** What narrows the list of codes down; all of it lives in the address. */
export function CodeFilters({ eventId, search, onSearch }: CodeFiltersProps) {
  const { t } = useTranslation()
  const tickets = useQuery(ticketsQuery(eventId))
  const choose = (name: 'state' | 'ticket' | 'type', label: string) => ({
    'aria-label': label,
    placeholder: label,
    value: search[name] ?? null,
    onChange: (value: string | null) => onSearch({ [name]: value ?? undefined }),
    clearable: true,
    clearButtonProps: { 'aria-label': t('participants.filter.clearOne') },
  })
  return (
    <Box role="search" className={classes.filters}>
      <SearchField
        className={classes.text}
        label={t('participants.codes.search')}
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined })}
      />
      <Select
        {...choose('state', t('participants.codes.field.state'))}
        data={CODE_STATES.map((value) => ({ value, label: t(`participants.codes.state.${value}`) }))}
      />
      <Select
        {...choose('ticket', t('participants.filter.ticket'))}
        data={(tickets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        nothingFoundMessage={t('participants.tickets.empty')}
      />
      <Select
        {...choose('type', t('participants.filter.type'))}
        data={PARTICIPATION_TYPES.map((value) => ({ value, label: t(`common.participationType.${value}`) }))}
      />
      {hasCodeFilters(search) && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} />}
          onClick={() =>
            onSearch({ search: undefined, state: undefined, ticket: undefined, type: undefined })
          }
          className={classes.clear}
        >
          {t('participants.filter.clear')}
        </Button>
      )}
    </Box>
  )
}
