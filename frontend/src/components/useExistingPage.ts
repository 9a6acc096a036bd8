import { useEffect } from 'react'

interface List {
  data: { total: number } | undefined
  isPlaceholderData: boolean
}

/** Leads to the last page when the one asked for is gone: its last row was removed, or the address is old. */
export function useExistingPage(list: List, page: number, size: number, onPage: (page: number) => void) {
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / size))
  const isBeyond = list.data !== undefined && !list.isPlaceholderData && page > pages
  useEffect(() => {
    if (isBeyond) onPage(pages)
  }, [isBeyond, onPage, pages])
}
