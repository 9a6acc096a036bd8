import { Box, Button, Select } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '~/components/filters.module.css'
import { SearchField } from '~/components/SearchField'
import { useParticipationTypes } from '~/features/tickets/participationType'
import { ticketsQuery } from '~/features/tickets/queries'
import { CODE_STATES, type CodeSearch, hasCodeFilters } from './search'

interface CodeFiltersProps {
  eventId: string
  search: CodeSearch
  onSearch: (change: Partial<CodeSearch>) => void
}

/** The filters of the list of codes, kept in the address. */
export function CodeFilters({ eventId, search, onSearch }: CodeFiltersProps) {
  const { t } = useTranslation()
  const tickets = useQuery(ticketsQuery(eventId))
  const choose = (name: 'state' | 'ticket' | 'type', label: string) => ({
    'aria-label': label,
    placeholder: label,
    value: search[name] ?? null,
    onChange: (value: string | null) => onSearch({ [name]: value ?? undefined }),
    clearable: true,
    clearButtonProps: { 'aria-label': t('common.clearChoice') },
  })
  return (
    <Box role="search" className={classes.filters}>
      <SearchField
        className={classes.text}
        label={t('invitationCodes.search')}
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined })}
      />
      <Select
        {...choose('state', t('invitationCodes.field.state'))}
        data={CODE_STATES.map((value) => ({ value, label: t(`invitationCodes.state.${value}`) }))}
      />
      <Select
        {...choose('ticket', t('participants.filter.ticket'))}
        data={(tickets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        nothingFoundMessage={t('tickets.empty.title')}
      />
      <Select {...choose('type', t('participants.filter.type'))} data={useParticipationTypes()} />
      {hasCodeFilters(search) && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} />}
          onClick={() =>
            onSearch({ search: undefined, state: undefined, ticket: undefined, type: undefined })
          }
          className={classes.clear}
        >
          {t('common.clearFilters')}
        </Button>
      )}
    </Box>
  )
}
