/** Reads the tab from the address; the list is left out there. */
export const notificationsTab = ({ tab }: Record<string, unknown>): { tab?: 'settings' } => ({
  tab: tab === 'settings' ? tab : undefined,
})
