import { type PageSearch, readPageSearch } from '~/lib/pageSearch'

export interface DrawSearch {
  /** This device is to be a remote of the big screen. */
  remote?: true
}

export const readDrawSearch = (raw: Record<string, unknown>): DrawSearch => ({
  remote: raw.remote === true ? true : undefined,
})

/** The search parameters: the tab, and the page of events of the first one. */
export interface ChooseSearch extends PageSearch {
  tab?: 'list'
}

export const readChooseSearch = (raw: Record<string, unknown>): ChooseSearch => ({
  ...readPageSearch(raw),
  tab: raw.tab === 'list' ? 'list' : undefined,
})
