import { type PageSearch, readPageSearch } from '~/lib/pageSearch'

/** The search parameters: the tab, and the page of events of the first one. */
export interface ChooseSearch extends PageSearch {
  tab?: 'list'
}

export const readChooseSearch = (raw: Record<string, unknown>): ChooseSearch => ({
  ...readPageSearch(raw),
  tab: raw.tab === 'list' ? 'list' : undefined,
})
