import { type PageSearch, readPageSearch } from '~/lib/pageSearch'

/** What the address says: the tab, and which events of the first one are shown. */
export interface ChooseSearch extends PageSearch {
  tab?: 'list'
}

export const readChooseSearch = (raw: Record<string, unknown>): ChooseSearch => ({
  ...readPageSearch(raw),
  tab: raw.tab === 'list' ? 'list' : undefined,
})
