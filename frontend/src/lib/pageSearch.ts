/** The search and the page of a list in the address. */
export interface PageSearch {
  search?: string
  page?: number
}

/** The last page that the server takes. */
const LAST_PAGE = 1_000_000

/** Reads the number of a page; undefined for the first one and for nonsense. */
export function readPage(raw: unknown): number | undefined {
  const page = Number(raw)
  return Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : undefined
}

/** Reads the address and leaves out invalid values. The router reads `?search=0912` as a number. */
export function readPageSearch(raw: Record<string, unknown>): PageSearch {
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : ''
  return {
    search: search || undefined,
    page: readPage(raw.page),
  }
}

/** The order of a list, as the API names it: ascending without `order`, in the server's own order without `sort`. */
export interface Sorting<Sort extends string> {
  sort?: Sort
  order?: 'desc'
}

/** Reads the order from the address; leaves out a sort that is not in `sorts`. */
export function readSorting<Sort extends string>(
  raw: Record<string, unknown>,
  sorts: readonly Sort[],
): Sorting<Sort> {
  const sort = sorts.find((known) => known === raw.sort)
  return { sort, order: sort && raw.order === 'desc' ? 'desc' : undefined }
}
