import { Box, Button, MultiSelect } from '@mantine/core'
import { IconFilterOff, IconNetwork } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DayField } from '~/components/DayField'
import classes from '~/components/filters.module.css'
import { SearchField } from '~/components/SearchField'
import { AccountSelect } from './AccountSelect'
import type { AuditSearch } from './search'
import { useNames } from './useNames'

interface AuditFiltersProps {
  search: AuditSearch
  /** `replace` keeps one history entry while the user types, so that "back" does not go through every letter. */
  onSearch: (change: Partial<AuditSearch>, replace?: boolean) => void
  /** Absent while nothing is filtered. */
  onClear?: () => void
}

/** The filters of the audit log, kept in the address. */
export function AuditFilters({ search, onSearch, onClear }: AuditFiltersProps) {
  const { t } = useTranslation()
  const { actions } = useNames()
  const chosen = search.action?.split(',') ?? []
  const day = (name: 'from' | 'to') => (
    <DayField
      aria-label={t(`system.audit.${name}`)}
      placeholder={t(`system.audit.${name}`)}
      value={search[name] ?? null}
      onChange={(value) => onSearch({ [name]: value ?? undefined })}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clearDateOf', { label: t(`system.audit.${name}`) }) }}
    />
  )
  return (
    <Box role="search" className={classes.filters}>
      <MultiSelect
        className={classes.long}
        aria-label={t('system.audit.what')}
        placeholder={chosen.length === 0 ? t('system.audit.what') : undefined}
        data={actions}
        value={chosen}
        onChange={(names) => onSearch({ action: names.join(',') || undefined })}
        searchable
        clearable
        hidePickedOptions
        clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
      />
      <AccountSelect
        label={t('system.audit.actor')}
        value={search.actor}
        onChange={(actor) => onSearch({ actor })}
      />
      <AccountSelect
        label={t('system.audit.subject')}
        value={search.subject}
        onChange={(subject) => onSearch({ subject })}
      />
      {day('from')}
      {day('to')}
      <SearchField
        label={t('system.audit.ip')}
        leftSection={<IconNetwork size={18} />}
        value={search.ip ?? ''}
        onSearch={(ip) => onSearch({ ip: ip || undefined }, true)}
      />
      {onClear && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} />}
          onClick={onClear}
          className={classes.clear}
        >
          {t('common.clearFilters')}
        </Button>
      )}
    </Box>
  )
}
