import { Box, Button, Select, Text } from '@mantine/core'
import {
  IconBan,
  IconCircleCheck,
  IconFilterOff,
  IconHourglass,
  IconMail,
  IconSearchOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import classes from '~/components/filters.module.css'
import { Pill } from '~/components/Pill'
import { SearchField } from '~/components/SearchField'
import { useExistingPage } from '~/components/useExistingPage'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { type Mail, mailsQuery } from './queries'
import { MAIL_STATES, type MailSearch, PAGE_SIZE } from './search'
import { useNames } from './useNames'

interface MailListProps {
  search: MailSearch
  onSearch: (next: MailSearch, replace?: boolean) => void
}

/** All mails with their state, without their content. */
export function MailList({ search, onSearch }: MailListProps) {
  const { t } = useTranslation()
  const { templates } = useNames()
  const mails = useQuery(mailsQuery(search))
  const { page = 1 } = search
  const isFiltered = [search.search, search.state, search.template].some((filter) => filter !== undefined)
  const show = (change: Partial<MailSearch>, replace = false) =>
    onSearch({ ...search, page: undefined, ...change }, replace)

  useExistingPage(mails, page, PAGE_SIZE, (last) => show({ page: last }, true))

  return (
    <>
      <Text c="dimmed" mb="md">
        {t('system.mails.note')}
      </Text>
      <Box role="search" className={classes.filters}>
        <SearchField
          className={classes.text}
          label={t('system.mails.search')}
          value={search.search ?? ''}
          onSearch={(text) => show({ search: text || undefined }, true)}
        />
        <Select
          aria-label={t('system.mails.state')}
          placeholder={t('system.mails.state')}
          data={MAIL_STATES.map((value) => ({ value, label: t(`system.mailState.${value}`) }))}
          value={search.state ?? null}
          onChange={(value) => show({ state: MAIL_STATES.find((known) => known === value) })}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
        />
        <Select
          aria-label={t('system.mails.template')}
          placeholder={t('system.mails.template')}
          data={templates}
          value={search.template ?? null}
          onChange={(value) => show({ template: value ?? undefined })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
        />
        {isFiltered && (
          <Button
            variant="subtle"
            leftSection={<IconFilterOff size={16} />}
            onClick={() => onSearch({ tab: 'mails' })}
            className={classes.clear}
          >
            {t('common.clearFilters')}
          </Button>
        )}
      </Box>
      <DataTable
        label={t('system.mails.list')}
        query={mails}
        columns={useMailColumns()}
        rowId={({ id }) => id}
        rowName={({ recipient }) => recipient}
        empty={
          <EmptyState
            icon={isFiltered ? IconSearchOff : IconMail}
            title={t(isFiltered ? 'system.mails.noneFound.title' : 'system.mails.none.title')}
            description={t(
              isFiltered ? 'system.mails.noneFound.description' : 'system.mails.none.description',
            )}
          />
        }
        paging={{ page, size: PAGE_SIZE, onChange: (next) => show({ page: next }) }}
      />
    </>
  )
}

const LOOKS = {
  sent: { color: 'jade', icon: IconCircleCheck },
  waiting: { color: 'marigold', icon: IconHourglass },
  givenUp: { color: 'red', icon: IconBan },
} as const

function useMailColumns(): Column<Mail>[] {
  const { t } = useTranslation()
  const { templateOf } = useNames()
  return [
    {
      key: 'recipient',
      header: t('system.mails.recipient'),
      cell: ({ recipient }) => <span style={{ overflowWrap: 'anywhere' }}>{recipient}</span>,
    },
    {
      key: 'template',
      header: t('system.mails.template'),
      cell: ({ template }) => templateOf(template),
    },
    {
      key: 'state',
      header: t('system.mails.state'),
      cell: ({ state }) => <Pill {...LOOKS[state]}>{t(`system.mailState.${state}`)}</Pill>,
    },
    {
      key: 'error',
      header: t('system.mails.error'),
      cell: ({ error }) => <span style={{ overflowWrap: 'anywhere' }}>{error ?? '–'}</span>,
    },
    {
      key: 'attempts',
      header: t('system.mails.attempts'),
      align: 'right',
      cell: ({ attempts }) => formatNumber(attempts),
    },
    {
      key: 'triedAt',
      header: t('system.mails.triedAt'),
      cell: ({ triedAt }) => formatDateTime(triedAt),
    },
  ]
}
