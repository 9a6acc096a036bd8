import { Button, Group, Title } from '@mantine/core'
import { IconPlus, IconSearchOff, IconTicket } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { isTypedHere } from '~/lib/typed'
import { CodeFilters } from './CodeFilters'
import { CodeMenu } from './CodeMenu'
import { CodeModal } from './CodeModal'
import { useCodeColumns } from './codeColumns'
import { DownloadMenu } from './DownloadMenu'
import { NewCodesModal } from './NewCodesModal'
import { type Code, codesQuery } from './queries'
import { SelectedCodes } from './SelectedCodes'
import { type CodeSearch, hasCodeFilters, PAGE_SIZE } from './search'
import { useCodeActions } from './useCodeActions'

const NONE: ReadonlySet<string> = new Set()

interface CodeListProps {
  eventId: string
  search: CodeSearch
  onSearch: (change: Partial<CodeSearch>) => void
}

/** The event's invitation codes; unless the address says another order, the newest first. */
export function CodeList({ eventId, search, onSearch }: CodeListProps) {
  const { t } = useTranslation()
  const query = useQuery({ ...codesQuery(eventId, search), placeholderData: keepPreviousData })
  const actions = useCodeActions(eventId)
  const [selected, setSelected] = useState<Set<string>>(new Set())
  const [opened, setOpened] = useState<Code | 'new' | null>(() => (isTypedHere('codes') ? 'new' : null))
  const isFiltered = hasCodeFilters(search)
  const isEmpty = query.data?.total === 0 && !isFiltered

  const remove = async (ids: string[], code?: string) => {
    if (!(await actions.remove(ids, code))) return
    setSelected((before) => new Set([...before].filter((id) => !ids.includes(id))))
    const { page = 1 } = search
    if (page > 1 && query.data && ids.length >= query.data.items.length) onSearch({ page: page - 1 })
  }
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setOpened('new')}>
      {t('invitationCodes.add')}
    </Button>
  )

  return (
    <section aria-labelledby="invitation-codes">
      <Group justify="space-between" mt={40} mb="md">
        <Title order={2} id="invitation-codes" fz="xl">
          {t('invitationCodes.title')}
        </Title>
        {query.data && !isEmpty && (
          <Group gap="sm">
            <DownloadMenu
              label={t(isFiltered ? 'invitationCodes.downloadFound' : 'invitationCodes.downloadAll')}
              loading={actions.isDownloading}
              onChoose={(format) => actions.download({ format, search, ids: [] })}
            />
            {add}
          </Group>
        )}
      </Group>
      {!isEmpty && <CodeFilters eventId={eventId} search={search} onSearch={onSearch} />}
      <SelectedCodes
        actions={actions}
        search={search}
        // The first codes are selected before the list has them.
        selected={isEmpty ? NONE : selected}
        onClear={() => setSelected(new Set())}
        onRemove={() => void remove([...selected])}
      />
      <DataTable
        label={t('invitationCodes.title')}
        query={query}
        columns={useCodeColumns()}
        rowId={({ id }) => id}
        rowName={({ code }) => code}
        onOpen={setOpened}
        selection={{ selected, onChange: setSelected }}
        sorting={{ sort: search.sort, order: search.order, onSort: onSearch }}
        actions={(code) => (
          <CodeMenu
            code={code}
            onEdit={() => setOpened(code)}
            onTurn={(isActive) => actions.turn([code.id], isActive)}
            onRemove={() => void remove([code.id], code.code)}
          />
        )}
        empty={
          isFiltered ? (
            <EmptyState
              icon={IconSearchOff}
              title={t('invitationCodes.noneFound')}
              description={t('invitationCodes.noneFoundHint')}
            />
          ) : (
            <EmptyState
              icon={IconTicket}
              title={t('invitationCodes.empty')}
              description={t('invitationCodes.emptyHint')}
            >
              {add}
            </EmptyState>
          )
        }
        paging={{
          page: search.page ?? 1,
          size: PAGE_SIZE,
          onChange: (page) => onSearch({ page: page > 1 ? page : undefined }),
        }}
      />
      {opened === 'new' && (
        <NewCodesModal
          eventId={eventId}
          onClose={() => setOpened(null)}
          // New codes are selected, because the next step is to download them.
          onMade={(codes) => codes.length > 1 && setSelected(new Set(codes.map(({ id }) => id)))}
        />
      )}
      {opened !== null && opened !== 'new' && (
        <CodeModal eventId={eventId} code={opened} onClose={() => setOpened(null)} />
      )}
    </section>
  )
}
