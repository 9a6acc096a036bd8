export const TABS = ['general', 'mine', 'page', 'plan', 'data'] as const

export type Tab = (typeof TABS)[number]

/** The tab of the profile in the address; absent for the first one. */
export const profileTab = ({ tab }: Record<string, unknown>): { tab?: Tab } => ({
  tab: TABS.find((name) => name === tab),
})
