import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastError } from '~/components/toast'
import { api, call } from '~/lib/api'
import { type Filter, filterOf, type ListSearch } from '../listSearch'
import { learnParticipants } from '../queries'
import { isRemoved } from '../removal/removed'
import { MOST_UNDOABLE } from '../removal/useRemoval'

export interface Chosen {
  ids: ReadonlySet<string>
  /** Whether they are all who match the present filters, so that the filters can be sent instead of identifiers. */
  isEverybody: boolean
}

/** The selected participants on all pages. "All" loads the identifiers of all who match at that moment. */
export function useSelection(eventId: string, search: ListSearch) {
  const [{ ids, all }, setState] = useState<{ ids: Set<string>; all?: string }>({ ids: new Set() })
  const filter = filterOf(search)
  const queryClient = useQueryClient()
  const collect = useMutation({
    mutationFn: async (filter: Filter) => {
      const ids = await collectIds(eventId, filter)
      if (ids.length <= MOST_UNDOABLE) await learnParticipants(queryClient, eventId, filter, ids.length)
      return ids
    },
    onSuccess: (ids, filter) => setState({ ids: new Set(ids), all: JSON.stringify(filter) }),
    onError: toastError,
  })
  const chosen: Chosen = { ids, isEverybody: all === JSON.stringify(filter) }
  return {
    chosen,
    setSelected: (ids: Set<string>) => setState({ ids }),
    unselect: (ids: readonly string[]) =>
      setState((before) => ({ ids: new Set([...before.ids].filter((id) => !ids.includes(id))) })),
    selectAll: () => collect.mutate(filter),
    isCollecting: collect.isPending,
  }
}

async function collectIds(eventId: string, filter: Filter): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const query = { ...filter, after: all.at(-1) }
    const { ids, hasMore } = await call(
      api.GET('/event/{eventId}/attendances/ids', { params: { path: { eventId }, query } }),
    )
    all.push(...ids)
    if (!hasMore || ids.length === 0) return all.filter((id) => !isRemoved(eventId, { id }))
  }
}
