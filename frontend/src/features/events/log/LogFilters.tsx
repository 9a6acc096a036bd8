import { Select, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ActionKind, actorsQuery, type LogFilter } from '../queries'

// An object instead of a list, because the compiler then reports a missing kind.
const KINDS = Object.keys({
  event: true,
  ticket: true,
  invitationCode: true,
  participant: true,
  checkin: true,
  luckyDraw: true,
  message: true,
} satisfies Record<ActionKind, true>) as ActionKind[]

interface LogFiltersProps {
  eventId: string
  filter: LogFilter
  onFilter: (filter: LogFilter) => void
}

/** Narrows an event's log down to one kind of thing and to one person. */
export function LogFilters({ eventId, filter, onFilter }: LogFiltersProps) {
  const { t } = useTranslation()
  const actors = useQuery(actorsQuery(eventId))
  const choice = {
    clearable: true,
    clearButtonProps: { 'aria-label': t('common.clearChoice') },
  }
  return (
    <SimpleGrid role="search" cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        {...choice}
        aria-label={t('events.log.filter.kind')}
        placeholder={t('events.log.filter.kind')}
        data={KINDS.map((value) => ({ value, label: t(`events.log.kind.${value}`) }))}
        value={filter.kind ?? null}
        onChange={(kind) => onFilter({ ...filter, kind: kind ?? undefined })}
      />
      <Select
        {...choice}
        aria-label={t('events.log.filter.actor')}
        placeholder={t('events.log.filter.actor')}
        data={(actors.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        nothingFoundMessage={t('events.log.empty')}
        value={filter.actor ?? null}
        onChange={(actor) => onFilter({ ...filter, actor: actor ?? undefined })}
      />
    </SimpleGrid>
  )
}
