import { createFileRoute } from '@tanstack/react-router'
import { EventWizardScreen } from '~/features/events/EventWizardScreen'

export const Route = createFileRoute('/event-management/add-new')({
  component: EventWizardScreen,
})
