import { createFileRoute } from '@tanstack/react-router'
import { EventListScreen } from '~/features/events/EventListScreen'

export const Route = createFileRoute('/event-management/')({
  component: EventListScreen,
})
