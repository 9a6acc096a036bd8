import { lateParts } from '~/components/Late'

// Most visits read the discussion, and these weigh more than it.
const { load, late } = lateParts(async () => (await import('./-panels')).panels)

export const loadGroupPanels = load

export const GroupEvents = late((panels) => panels.GroupEvents)
export const GroupSettings = late((panels) => panels.GroupSettings)
export const GroupStatistics = late((panels) => panels.GroupStatistics)
export const Membership = late((panels) => panels.Membership)
export const PublicPage = late((panels) => panels.PublicPage)
export const ReviewPosts = late((panels) => panels.ReviewPosts)
export const Webhooks = late((panels) => panels.Webhooks)
