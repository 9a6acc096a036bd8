import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toastError } from '~/components/toast'
import { api, call } from '~/lib/api'
import { type ListSearch, listQueryOf } from '../listSearch'

/** Who is chosen, on this page or any other; "all" is everybody who matches at that moment, by name and not by filter. */
export function useSelection(eventId: string, search: ListSearch) {
  const [selected, setSelected] = useState<Set<string>>(new Set())
  const collect = useMutation({
    mutationFn: () => collectIds(eventId, search),
    onSuccess: (ids) => setSelected(new Set(ids)),
    onError: toastError,
  })
  return {
    selected,
    setSelected,
    selectAll: () => collect.mutate(),
    isCollecting: collect.isPending,
  }
}

async function collectIds(eventId: string, search: ListSearch): Promise<string[]> {
  const { limit: _, page: __, ...filter } = listQueryOf(search)
  const all: string[] = []
  for (;;) {
    const query = { ...filter, after: all.at(-1) }
    const { ids, hasMore } = await call(
      api.GET('/event/{eventId}/attendances/ids', { params: { path: { eventId }, query } }),
    )
    all.push(...ids)
    if (!hasMore || ids.length === 0) return all
  }
}
