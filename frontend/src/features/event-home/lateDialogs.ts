import { lateParts } from '~/components/Late'

// Most visits do not open it, and its fields weigh as much as the home of the event.
const { load, late } = lateParts(() => import('./RetentionModal'))

export const loadRetentionModal = load
export const RetentionModal = late((parts) => parts.RetentionModal)
