/** What the address of a list remembers: what is searched for, and the page. */
export interface PageSearch {
  search?: string
  page?: number
}

/** Whatever stands in the address, nothing impossible comes out. The router reads `?search=0912` as a number. */
export function readPageSearch(raw: Record<string, unknown>): PageSearch {
  const page = Number(raw.page)
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : ''
  return {
    search: search || undefined,
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  }
}

/** What a list is sorted by, as the API calls it: ascending without `order`, in the server's own order without `sort`. */
export interface Sorting<Sort extends string> {
  sort?: Sort
  order?: 'desc'
}

/** Leaves out what is none of `sorts`. */
export function readSorting<Sort extends string>(
  raw: Record<string, unknown>,
  sorts: readonly Sort[],
): Sorting<Sort> {
  const sort = sorts.find((known) => known === raw.sort)
  return { sort, order: sort && raw.order === 'desc' ? 'desc' : undefined }
}
